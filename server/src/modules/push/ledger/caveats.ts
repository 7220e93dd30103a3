import type { Tx } from "../../../storage/dialect.ts";
import { type PushRow, updatePush } from "./pushes.ts";

/** A message shown only to readers who can read all of these plans. */
export interface Caveat {
  text: string;
  planIds: string[];
  /**
   * The spec that the caveat concerns, or the plan's own id. Only readers of the spec's current plan see it.
   */
  specId?: string;
  /** The end of a wait. Such a caveat is shown only while the push runs. */
  endsAt?: string;
  /** True for a sleep until the tracker is reconnected; shown only during the sleep. */
  untilConnected?: boolean;
  /** The start of the sleep, together with `untilConnected`. */
  since?: string;
  /** True if the tracker lacks some of the plan. */
  isLacking?: boolean;
  /** The number of further, dropped caveats. A caveat with this field stands for all of them. */
  more?: number;
}

const mostKept = 100;

/**
 * Merges both lists in order and without duplicates. Beyond 100, only a count remains. A message about two
 * specs of one plan names neither and concerns the plan.
 */
export function mergeCaveats(kept: readonly Caveat[], added: readonly Caveat[]): Caveat[] {
  const all = [...kept, ...added];
  const told = new Map<string, Caveat>();
  for (const { specId, ...caveat } of all) {
    if (caveat.more !== undefined) continue;
    const key = JSON.stringify([caveat.text, caveat.planIds.toSorted()]);
    const isOfOne = !told.has(key) || told.get(key)?.specId === specId;
    told.set(key, isOfOne && specId !== undefined ? { ...caveat, specId } : caveat);
  }
  const each = [...told.values()];
  const before = all.reduce((sum, { more = 0 }) => sum + more, 0);
  const more = before + Math.max(0, each.length - mostKept);
  return [...each.slice(0, mostKept), ...(more > 0 ? [{ text: "", planIds: [], more }] : [])];
}

export const keptCaveats = (push: PushRow) => JSON.parse(push.caveats) as Caveat[];

export async function addCaveats(tx: Tx, push: PushRow, added: readonly Caveat[]): Promise<void> {
  if (added.length === 0) return;
  const caveats = mergeCaveats(keptCaveats(push), added);
  await updatePush(tx, push, { caveats: JSON.stringify(caveats) });
}
