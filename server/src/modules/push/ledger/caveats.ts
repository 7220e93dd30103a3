import type { Tx } from "../../../storage/dialect.ts";
import { type PushRow, updatePush } from "./pushes.ts";

/** A sentence for people. It is shown only to readers who can read each of these plans. */
export interface Caveat {
  text: string;
  planIds: string[];
  /**
   * Set where the caveat is about a spec, which was in that plan: only readers of the plan that the spec is in now
   * are told. Holds the plan's own id where the caveat is about the plan.
   */
  specId?: string;
  /** The end of what the push waits for. Such a caveat is told only while the push runs. */
  endsAt?: string;
  /** True where it says that the push sleeps until its tracker is connected again. It is told only meanwhile. */
  untilConnected?: boolean;
  /** The time from which on the push has slept, beside `untilConnected`. */
  since?: string;
  /** True where the tracker does not have all that the plan has. */
  isLacking?: boolean;
  /** The number of further caveats that were not kept. A caveat with this field stands for all of them. */
  more?: number;
}

const mostKept = 100;

/**
 * Returns both lists in their order, each sentence about the same plans once. Beyond 100 only the number is kept. A
 * sentence that is said of two specs of a plan names neither spec, and is about their plan.
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

/** Returns the caveats that a push's row keeps. */
export const keptCaveats = (push: PushRow) => JSON.parse(push.caveats) as Caveat[];

/** Adds caveats to the push's row. */
export async function addCaveats(tx: Tx, push: PushRow, added: readonly Caveat[]): Promise<void> {
  if (added.length === 0) return;
  const caveats = mergeCaveats(keptCaveats(push), added);
  await updatePush(tx, push, { caveats: JSON.stringify(caveats) });
}
