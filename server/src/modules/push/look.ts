import type { ItemRow } from "./ledger.ts";
import { adopt, noteMissing } from "./outcomes.ts";
import { patiently } from "./patience.ts";
import type { External, Item } from "./trackers/tracker.ts";
import { commit, type OpenWorker, Stop, sleep } from "./worker.ts";

const tries = 5;
const mostCreates = 5;
/** Clocks differ, and a call takes its time. */
const overlapMs = 5 * 60_000;

/**
 * Looks for what an unanswered call may have made, by its marker, and adopts it. True: it is not there, seen
 * twice with the time to settle in between, so it may be made again.
 */
export async function look(worker: OpenWorker, position: number, row: ItemRow, item: Item): Promise<boolean> {
  const { tracker, push, context, aheadMs } = worker;
  const sentAt = Date.parse(row.sending_at ?? push.started_at);
  const since = new Date(sentAt + aheadMs - overlapMs);
  const found = await patiently(worker, tries, () => tracker.find(push.target, item.identity, since));
  const [external, ...others] = found.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0));
  if (external) {
    const caveats = others.map((other) => doubled(item, external, other));
    await commit(worker, adopt, { position, external, caveats });
    return false;
  }
  const firstLook = await commit(worker, noteMissing, { position });
  const settled = row.looked_at !== null && Date.now() - Date.parse(firstLook) >= context.config.pushSettleMs;
  if (!settled) await sleep(worker, context.config.pushSettleMs / 1000, "the tracker is looked at once more");
  if (row.attempt >= mostCreates) {
    // Who reads the push may not read this item: the items say which it is.
    throw new Stop("The tracker does not take one of the issues. Push again to go on.", "upstream_error");
  }
  return true;
}

const doubled = ({ handle }: Item, kept: External, other: External) =>
  `${kept.key} and ${other.key} both carry ${handle}. ${kept.key} is kept; close the other one.`;
