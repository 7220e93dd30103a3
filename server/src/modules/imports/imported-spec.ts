import type { KnownBase } from "./known.ts";
import type { SpecReport } from "./present.ts";
import type { SourceSpec } from "./source.ts";

/** A spec that was found or created. */
export interface ImportedSpec {
  source: SourceSpec;
  /** Null in a dry run that would create it, as is the number. */
  id: string | null;
  number: number | null;
  isNew: boolean;
  /** The last import's state. */
  base: KnownBase | undefined;
  report: SpecReport;
}
