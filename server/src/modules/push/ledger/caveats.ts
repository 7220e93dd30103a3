import type { Tx } from "../../../storage/dialect.ts";
import { type PushRow, updatePush } from "./pushes.ts";

/** A message for readers of all these plans. */
export interface Caveat {
  text: string;
  planIds: string[];
  /** The spec concerned, or the plan's own id. Only readers of the spec's current plan see it. */
  specId?: string;
  /** The end of a wait; shown only while the push runs. */
  endsAt?: string;
  /** True for a sleep until a reconnect; shown only meanwhile. */
  untilConnected?: boolean;
  /** The start of that sleep. */
  since?: string;
  /** True if the tracker lacks some of the plan. */
  isLacking?: boolean;
  /** The number of dropped caveats that this one stands for. */
  more?: number;
}

const mostKept = 100;

/**
 * Merges without duplicates, keeping order. Beyond 100, only a count remains. A message about several specs
 * of a plan concerns the plan.
 */
export function mergeCaveats(kept: readonly Caveat[], added: readonly Caveat[]): Caveat[] {
  const all = [...kept, ...added];
  const caveatByText = new Map<string, Caveat>();
  for (const { specId, ...caveat } of all) {
    if (caveat.more !== undefined) continue;
    const key = JSON.stringify([caveat.text, caveat.planIds.toSorted()]);
    const isOfOne = !caveatByText.has(key) || caveatByText.get(key)?.specId === specId;
    caveatByText.set(key, isOfOne && specId !== undefined ? { ...caveat, specId } : caveat);
  }
  const each = [...caveatByText.values()];
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
