import type { ImportConflict, SpecStatus } from "@groundplan/contract";
import type { OnConflict } from "../../revisions/merge-open.ts";
import { type Base, baseRow, noBase } from "./base.ts";
import type { KnownSpec } from "./known.ts";
import { type MergedField, mergeText, mergeValue, type Sides } from "./merge-fields.ts";
import type { SourceSpec } from "./source.ts";
import type { ImportedRow } from "./store.ts";

export interface SpecFields {
  title: string;
  content: string;
  status: SpecStatus;
}

/** The merge of an existing spec. */
export interface SpecDecision {
  spec: KnownSpec;
  before: SpecFields;
  after: SpecFields;
  changed: string[];
  conflicts: ImportConflict[];
  /** The next base; null if unchanged. */
  base: ImportedRow | null;
}

interface Merging {
  /** Null if it was never imported. */
  base: Base | null;
  onConflict: OnConflict;
  /** Tests whether the spec keeps its status, as it is claimed, or isn't proven with a text. */
  keepsStatus: (status: SpecStatus, content: string) => boolean;
}

/** Merges a spec; `content` is our content. */
export function decideSpec(
  spec: KnownSpec,
  content: string,
  source: SourceSpec,
  { base: known, onConflict, keepsStatus }: Merging,
): SpecDecision {
  const base = known ?? noBase;
  const before = { title: spec.title, content, status: spec.status };
  const title = mergeValue(
    "title",
    { base: base.title, here: before.title, source: source.title },
    onConflict,
  );
  const text = mergeText(
    "content",
    { base: base.content, here: before.content, source: source.content },
    onConflict,
  );
  // A spec's base holds a spec's status, since kinds have separate rows.
  const lastStatus = base.status as SpecStatus | null;
  const status =
    source.status === undefined
      ? { value: before.status, base: lastStatus, conflicts: [] }
      : mergeStatus(
          { base: lastStatus, here: before.status, source: source.status },
          { onConflict, keepsStatus: (to) => keepsStatus(to, text.value) },
        );
  const after = { title: title.value, content: text.value, status: status.value };
  return {
    spec,
    before,
    after,
    changed: (["title", "content", "status"] as const).filter((key) => after[key] !== before[key]),
    conflicts: [...title.conflicts, ...text.conflicts, ...status.conflicts],
    base: baseRow(known, specKey(spec, source), {
      title: title.base,
      content: text.base,
      status: status.base,
    }),
  };
}

/** Merges a status. One that stays makes a change of the source a conflict, to be met by a later import. */
function mergeStatus(
  sides: Sides<SpecStatus>,
  { onConflict, keepsStatus }: { onConflict: OnConflict; keepsStatus: (to: SpecStatus) => boolean },
): MergedField<SpecStatus> {
  const merged = mergeValue("status", sides, onConflict);
  const { here, source, base } = sides;
  if (merged.value === here || !keepsStatus(merged.value)) return merged;
  return { value: here, base, conflicts: [{ field: "status", line: null, here, source }] };
}

/** Returns the key columns of a spec's row. */
export const specKey = (
  { workspace_id, id, plan_id }: Pick<KnownSpec, "workspace_id" | "id" | "plan_id">,
  { externalRef }: SourceSpec,
) => ({ workspace_id, item_id: id, plan_id, kind: "spec" as const, external_ref: externalRef });
