import type { Suggestion } from "@groundplan/contract";
import type { SuggestionRow } from "./store.ts";

type Shown = Suggestion["specs"][number];

/** Words of a source, with their UTF-16 offsets in the revision in which they were found. */
export interface StoredQuote {
  criterion: number;
  sourceId: string;
  quote: string;
  start: number;
  end: number;
  revision: number;
}

export type StoredFrom = StoredQuote | { criterion: number; assumed: true };

/** A suggested spec, as `suggestions.specs` holds it; accepted ones have their spec's handle. */
export interface StoredSpec extends Omit<Shown, "from" | "state" | "version"> {
  from: StoredFrom[];
  /** Absent for the first. */
  version?: number;
}

export const versionOf = ({ version = 1 }: StoredSpec): number => version;

export const storedSpecs = ({ specs }: Pick<SuggestionRow, "specs">): StoredSpec[] =>
  JSON.parse(specs) as StoredSpec[];

/** Returns the ids of the sources that suggested specs quote. */
export const quotedSources = (specs: readonly StoredSpec[]): string[] =>
  specs.flatMap(({ from }) => from.flatMap((entry) => ("sourceId" in entry ? entry.sourceId : [])));

/** Tests for what a reader of suggested specs can read: sources by id, needs as they are named. */
export interface Readable {
  source(id: string): boolean;
  need(name: string): boolean;
  /** Whether a source has lost these words since. */
  isLost(quote: Pick<StoredQuote, "sourceId" | "quote">): boolean;
}

/** Returns suggested specs without the sources and needs that the reader can't read. */
export const presentSpecs = (row: Pick<SuggestionRow, "specs" | "state">, shows: Readable): Shown[] =>
  storedSpecs(row).map(({ from, version = 1, ...spec }) => ({
    ...spec,
    version,
    needsFirst: spec.needsFirst.filter(shows.need),
    state: row.state === "open" ? "open" : spec.specShortId === undefined ? "left_out" : "accepted",
    from: from.map((entry) => {
      const { criterion } = entry;
      if ("assumed" in entry) return entry;
      const { sourceId, quote } = entry;
      if (!shows.source(sourceId)) return { criterion, hidden: true as const };
      const shown = { criterion, sourceId, quote };
      return shows.isLost(entry) ? Object.assign(shown, { state: "orphaned" as const }) : shown;
    }),
  }));
