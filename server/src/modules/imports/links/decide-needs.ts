import type { Tables } from "../../../storage/tables.ts";
import type { FoundRef } from "./found-ref.ts";
import type { FindRef, LinkedSpec } from "./resolve-refs.ts";

type NeedRow = Tables["dependencies"];

interface AddedNeed {
  ref: string;
  /** The spec's id, or its reference in a dry run that would create it. */
  key: string;
  /** Null if a dry run would create it. */
  found: FoundRef | null;
}

/** The merge of a spec's needs: additions of the source are added, and its removals removed. */
export interface NeedsDecision {
  spec: LinkedSpec;
  added: AddedNeed[];
  removed: NeedRow[];
  notes: string[];
  /** Leaves a need out, so that the next import tells of it again. */
  leaveOut(ref: string, why: string): void;
  /** Returns the next base. */
  base(): string;
}

/** Returns references as the base stores them. */
export const needsKey = (refs: readonly string[]): string => JSON.stringify([...new Set(refs)].sort());

/** Merges needs; `had` are the spec's current ones. A need that somebody removed or added here stays so. */
export function decideNeeds(spec: LinkedSpec, find: FindRef, had: readonly NeedRow[]): NeedsDecision {
  const wanted = new Set(spec.source.needsFirst);
  const before = new Set<string>(JSON.parse(spec.base?.needs ?? "[]") as string[]);
  const has = new Map(had.map((row) => [row.to_id, row]));
  const out = new Set<string>();
  const decision: NeedsDecision = {
    spec,
    added: [],
    removed: [],
    notes: [],
    leaveOut(ref, why) {
      out.add(ref);
      decision.notes.push(`It needs ${ref}, which is left out: ${why}.`);
    },
    base: () => needsKey([...wanted.difference(out)]),
  };
  for (const ref of wanted.difference(before)) {
    const found = find(ref, spec);
    if (found === undefined) decision.leaveOut(ref, "no import brought it to this project");
    else if (found !== null && found.id === spec.id) decision.leaveOut(ref, "nothing can need itself");
    else if (found?.plan.archived_at) decision.leaveOut(ref, "its plan is archived");
    else if (found === null || !has.has(found.id)) decision.added.push({ ref, key: found?.id ?? ref, found });
  }
  for (const ref of before.difference(wanted)) {
    const row = has.get(find(ref, spec)?.id ?? "");
    if (row) decision.removed.push(row);
  }
  return decision;
}
