import type { TextWork } from "./batch.ts";
import { knownOf, readKnown } from "./compare.ts";
import { asSent } from "./look.ts";
import { type Ended, noteEnds } from "./outcomes.ts";
import { readAll } from "./update.ts";
import { commit, type OpenWorker } from "./worker.ts";

/**
 * Of updates that were never answered: what the tracker says as it was sent is ours, and no edit of people's. Answers
 * the positions, to be stated again.
 */
export async function recallAll(worker: OpenWorker, works: readonly TextWork<"recall">[]): Promise<number[]> {
  if (works.length === 0) return [];
  const ends: Ended[] = [];
  for (const { work, seen } of await readAll(worker, works)) {
    const sent = await asSent(worker, work);
    const arrived = seen && sent ? knownOf(sent, seen, worker.tracker.says) : {};
    const known = JSON.stringify({ ...readKnown(work.item.known), ...arrived });
    ends.push({ how: "recalled", position: work.position, known });
  }
  await commit(worker, noteEnds, { ends });
  return works.map(({ position }) => position);
}
