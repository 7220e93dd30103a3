import type { TextWork } from "./batch.ts";
import { knownAfter } from "./compare.ts";
import { type Ended, noteEnds } from "./outcomes.ts";
import { pagesOf } from "./pages-of.ts";
import { failures, notAnswered, waitForLimit } from "./patiently.ts";
import { pathOf, placeOf } from "./place.ts";
import { noteRefused } from "./refused.ts";
import { secretsIn } from "./secrets-in.ts";
import { type Created, fields, type TrackerError } from "./trackers/tracker.ts";
import { commit, type OpenWorker } from "./worker.ts";

export interface Creates {
  /** They may have been executed or not. */
  again: number[];
  /** They did not leave, since the intent was too old; earlier calls did. */
  late: number[];
  /** The same where no call ever left. */
  neverLeft: number[];
}

type Work = TextWork<"create">;

/**
 * Makes what is not there. `askedAt` is when the intent was stated, by the monotonic clock: a process that was held
 * up since must not send, for another worker may look and find nothing before a create that leaves now arrives.
 */
export async function createAll(
  worker: OpenWorker,
  works: readonly Work[],
  askedAt: number,
): Promise<Creates> {
  const creates: Creates = { again: [], late: [], neverLeft: [] };
  const { pushSettleMs } = worker.context.config;
  const { tracker, push } = worker;
  for (const some of callsOf(works, tracker.atOnce.create)) {
    const isLate = pushSettleMs > 0 && performance.now() - askedAt > pushSettleMs / 2;
    if (isLate) {
      for (const { unanswered, position } of some)
        (unanswered ? creates.late : creates.neverLeft).push(position);
    } else {
      const items = some.map(({ wanted }) => wanted);
      const outcomes: Created[] = await tracker
        .create(push.target, items)
        .catch((error) => failures(some, error));
      creates.again.push(...(await note(worker, some, outcomes)));
    }
  }
  return creates;
}

/** What was never answered goes alone: one that the tracker can't take would take all others of its call with it. */
function callsOf(works: readonly Work[], most: number): Work[][] {
  const calls = works.filter(({ unanswered }) => unanswered).map((work) => [work]);
  const others = works.filter(({ unanswered }) => !unanswered);
  return [...calls, ...pagesOf(others, most)];
}

/** Answers the positions of those that nobody knows of. */
async function note(
  worker: OpenWorker,
  works: readonly Work[],
  outcomes: readonly Created[],
): Promise<number[]> {
  const ends: Ended[] = [];
  const refused: (Work & { error: TrackerError })[] = [];
  const unknown: number[] = [];
  let limit: TrackerError | null = null;
  for (const [index, work] of works.entries()) {
    const outcome = outcomes[index] ?? notAnswered;
    const { position } = work;
    if (outcome.done) ends.push(sent(work, outcome));
    else if (outcome.error.outcome === "unknown") {
      unknown.push(position);
      ends.push({ how: "unanswered", position });
    } else {
      const { error } = outcome;
      ends.push({ how: "notSent", position, state: "planned", error: null, unanswered: work.unanswered });
      if (error.outcome === "refused") refused.push({ ...work, error });
      else limit ??= error;
    }
  }
  await commit(worker, noteEnds, { ends });
  await noteRefused(worker, refused);
  if (limit) await waitForLimit(worker, limit);
  return unknown;
}

function sent({ position, step, wanted: item }: Work, created: Extract<Created, { done: true }>): Ended {
  const { seen, placed } = created;
  const known = JSON.stringify(knownAfter(item, seen, fields, {}));
  const written = { external: seen.external, status: seen.status, known };
  const { container, items } = item.parent;
  const isWhole = items.length === pathOf(step).length - 1 && container !== null;
  const place = placed && isWhole ? { place: placeOf(pathOf(step)) } : {};
  return { how: "sent", position, written, caveats: [...created.caveats, ...secretsIn(item)], ...place };
}
