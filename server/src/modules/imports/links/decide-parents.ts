import type { ImportConflict } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../storage/dialect.ts";
import { mergeValue } from "../merge-fields.ts";
import type { How } from "../source.ts";
import type { LinkedSpec } from "./resolve-refs.ts";
import { parentsIn } from "./store.ts";

/** The merge of a spec's parent. */
export interface ParentDecision {
  spec: LinkedSpec;
  parentId: string | null;
  isChanged: boolean;
  notes: string[];
  conflicts: ImportConflict[];
  /** The parent's reference in the next base. */
  base: string | null;
}

/** Merges parents, which are specs of the same plan. One that lies under its child is left out. */
export async function decideParents(
  db: Db,
  { workspaceId }: Actor,
  moving: readonly LinkedSpec[],
  { onConflict }: How,
): Promise<ParentDecision[]> {
  const plans = [...new Set(moving.flatMap(({ plan }) => plan?.id ?? []))];
  const specs = await parentsIn(db, workspaceId, plans);
  const rowOf = new Map(specs.map((spec) => [spec.id, spec]));
  const idOf = new Map(
    specs.flatMap(({ plan_id, ref, id }) => (ref === null ? [] : [[`${plan_id} ${ref}`, id]])),
  );
  const parentOf = new Map(specs.map(({ id, parent_spec_id }) => [id, parent_spec_id]));
  return moving.map((spec) => {
    const id = spec.id ?? "";
    const wanted = spec.source.parentRef ?? "";
    const parentId = parentOf.get(id) ?? null;
    const here = parentId === null ? "" : (rowOf.get(parentId)?.ref ?? parentId);
    const base = spec.base?.parent_ref ?? (spec.isNew ? "" : null);
    const stays = { spec, parentId, isChanged: false, notes: [], conflicts: [], base };
    const target = wanted === "" ? null : idOf.get(`${spec.plan?.id} ${wanted}`);
    const leaveOut = (why: string) => ({ ...stays, notes: [`Its parent ${wanted} is left out: ${why}.`] });
    if (spec.plan === null || spec.id === null) return { ...stays, isChanged: wanted !== "" };
    if (target === undefined) return leaveOut("its plan has no such spec");
    const merged = mergeValue("parentSpecId", { base, here, source: wanted }, onConflict);
    if (merged.value !== wanted || here === wanted)
      return { ...stays, conflicts: merged.conflicts, base: merged.base };
    if (target !== null && liesUnder(parentOf, target, id)) return leaveOut("it lies under this spec");
    parentOf.set(id, target);
    return { ...stays, parentId: target, isChanged: true, base: merged.base };
  });
}

function liesUnder(parentOf: ReadonlyMap<string, string | null>, id: string, above: string): boolean {
  for (let at: string | null = id; at !== null; at = parentOf.get(at) ?? null) if (at === above) return true;
  return false;
}
