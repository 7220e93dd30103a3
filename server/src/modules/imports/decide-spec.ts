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
  effort: number | null;
}

/** The merge of an existing spec. */
export interface SpecDecision {
  spec: KnownSpec;
  before: SpecFields;
  after: SpecFields;
  changed: string[];
  conflicts: ImportConflict[];
  /** What was left as it is. */
  notes: string[];
  /** The next base; null if unchanged. */
  base: ImportedRow | null;
}

interface Merging {
  /** Null if it was never imported. */
  base: Base | null;
  onConflict: OnConflict;
  onTextConflict: OnConflict;
  /** True if somebody holds a claim on the spec, whose status then stays. */
  isClaimed: boolean;
  /** Tests whether the policy keeps the spec from being done with a text. */
  lacksEvidence: (content: string) => boolean;
}

/** Merges a spec; `content` is our content. */
export function decideSpec(
  spec: KnownSpec,
  content: string,
  source: SourceSpec,
  { base: known, onConflict, onTextConflict, isClaimed, lacksEvidence }: Merging,
): SpecDecision {
  const base = known ?? noBase;
  const before = { title: spec.title, content, status: spec.status, effort: spec.effort };
  const title = mergeValue(
    "title",
    { base: base.title, here: before.title, source: source.title },
    onConflict,
  );
  const text = mergeText(
    "content",
    { base: base.content, here: before.content, source: source.content },
    onTextConflict,
  );
  // A spec's base holds a spec's status, since kinds have separate rows.
  const lastStatus = base.status as SpecStatus | null;
  const status =
    source.status === undefined
      ? { value: before.status, base: lastStatus, conflicts: [] }
      : mergeStatus(
          { base: lastStatus, here: before.status, source: source.status },
          { onConflict, isClaimed },
        );
  const effort = mergeEffort(base.effort, spec.effort, source.effort, onConflict);
  const isUnproven = status.value === "DONE" && before.status !== "DONE" && lacksEvidence(text.value);
  const kept = isUnproven ? { value: before.status, base: lastStatus } : status;
  const after = { title: title.value, content: text.value, status: kept.value, effort: effort.value };
  return {
    spec,
    before,
    after,
    changed: (["title", "content", "status", "effort"] as const).filter((key) => after[key] !== before[key]),
    conflicts: [...title.conflicts, ...text.conflicts, ...status.conflicts, ...effort.conflicts],
    notes: isUnproven
      ? [`Its status stays ${before.status}, since the policy requires evidence for each of its criteria.`]
      : [],
    base: baseRow(known, specKey(spec, source), {
      title: title.base,
      content: text.base,
      status: kept.base,
      effort: effort.base,
    }),
  };
}

/** Merges an effort; 0 stands for none in `base`. */
function mergeEffort(
  base: number | null,
  here: number | null,
  source: number | null | undefined,
  onConflict: OnConflict,
) {
  if (source === undefined) return { value: here, base, conflicts: [] };
  const sides = {
    base: base === null ? null : String(base),
    here: String(here ?? 0),
    source: String(source ?? 0),
  };
  const merged = mergeValue("effort", sides, onConflict);
  return {
    value: Number(merged.value) || null,
    base: merged.base === null ? null : Number(merged.base),
    conflicts: merged.conflicts,
  };
}

/** Merges a status. That of a claimed spec stays, and a change of the source is a conflict to be met later. */
function mergeStatus(
  sides: Sides<SpecStatus>,
  { onConflict, isClaimed }: Pick<Merging, "onConflict" | "isClaimed">,
): MergedField<SpecStatus> {
  const merged = mergeValue("status", sides, onConflict);
  const { here, source, base } = sides;
  if (!isClaimed || merged.value === here) return merged;
  return { value: here, base, conflicts: [{ field: "status", line: null, here, source }] };
}

/** Returns the key columns of a spec's row. */
export const specKey = (
  { workspace_id, id, plan_id }: Pick<KnownSpec, "workspace_id" | "id" | "plan_id">,
  { externalRef }: SourceSpec,
) => ({ workspace_id, item_id: id, plan_id, kind: "spec" as const, external_ref: externalRef });
