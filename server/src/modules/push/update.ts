import { setImmediate as breathe } from "node:timers/promises";
import type { TextWork } from "./batch.ts";
import { type Comparison, compare, knownAfter, readKnown } from "./compare.ts";
import { type Ended, noteEnds, type Written } from "./outcomes.ts";
import { pagesOf } from "./pages-of.ts";
import { eachPatiently, gone, notAnswered, patiently, requireTarget } from "./patiently.ts";
import { noteRefused, refusedOf } from "./refused.ts";
import type { PushOptions } from "./runs.ts";
import { secretsIn } from "./secrets-in.ts";
import type { Field, Outcome, Seen } from "./trackers/tracker.ts";
import { commit, isStale, type OpenWorker } from "./worker.ts";

type Work = TextWork<"update">;
type Compared = Work & Comparison & { seen: Seen };

/**
 * Writes what changed here. What people changed in the tracker stays theirs, and is told. Answers the positions of
 * those that did not leave, since their intent was too old.
 */
export async function updateAll(
  worker: OpenWorker,
  works: readonly Work[],
  askedAt: number,
): Promise<number[]> {
  if (works.length === 0) return [];
  const { tracker } = worker;
  const compared: Compared[] = [];
  const ends: Ended[] = [];
  const all = await readAll(worker, works);
  // A target that is hidden now looks like issues that were deleted.
  if (all.some(({ seen }) => seen === null)) await requireTarget(worker);
  for (const { work, seen } of all) {
    const { position } = work;
    if (seen === null || seen.shut !== null) {
      ends.push({ how: "notSent", position, state: "failed", error: seen?.shut ?? gone });
      continue;
    }
    await breathe(); // Comparing long texts takes its time, which others have to have, too.
    const one = comparedWith(worker, work, seen);
    if (one.write.length > 0) compared.push(one);
    else ends.push(ended(one, { done: true, seen, caveats: [] }));
  }
  await commit(worker, noteEnds, { ends });
  const late: number[] = [];
  for (const some of pagesOf(compared, tracker.atOnce.update)) {
    if (isStale(worker, askedAt)) late.push(...some.map(({ position }) => position));
    else await writeAll(worker, some);
  }
  return late;
}

function comparedWith({ push, tracker }: OpenWorker, work: Work, seen: Seen): Compared {
  const { onConflict } = JSON.parse(push.options) as PushOptions;
  const known = readKnown(work.item.known);
  return {
    ...work,
    seen,
    ...compare(work.wanted, seen, known, tracker, {
      overwrite: onConflict === "overwrite",
      isOurs: work.isOurs,
    }),
  };
}

/** What the tracker has of each now; null for what is not there. */
export async function readAll<W extends TextWork<"update" | "recall">>(
  worker: OpenWorker,
  works: readonly W[],
): Promise<{ work: W; seen: Seen | null }[]> {
  const { tracker, push } = worker;
  const all: { work: W; seen: Seen | null }[] = [];
  for (const some of pagesOf(works, tracker.atOnce.read)) {
    const things = some.map(({ external, wanted: { sort } }) => ({ sort, external }));
    const seen = await patiently(worker, () => tracker.read(push.target, things));
    all.push(...some.map((work, index) => ({ work, seen: seen[index] ?? null })));
  }
  return all;
}

async function writeAll(worker: OpenWorker, works: readonly Compared[]): Promise<void> {
  const { tracker, push } = worker;
  let isFirst = true;
  await eachPatiently(
    worker,
    works,
    async (left) => {
      if (!isFirst) await compareAgain(worker, left);
      isFirst = false;
      const changes = left.map(({ seen, wanted: item, write }) => ({ external: seen.external, item, write }));
      const outcomes = await tracker.update(push.target, changes);
      // What was written must be seen to be known: else the next change would seem to collide with it.
      return outcomes.map((outcome, index) =>
        outcome.done && outcome.seen === null && changes[index]?.write.length ? notAnswered : outcome,
      );
    },
    async (finals) => {
      const ends = finals.flatMap(({ work, outcome }) => (outcome.done ? [ended(work, outcome)] : []));
      await commit(worker, noteEnds, { ends });
      await noteRefused(worker, refusedOf(finals));
    },
  );
}

/** People may have been faster than the repetition. What arrived of the call before says the same by now. */
async function compareAgain(worker: OpenWorker, works: readonly Compared[]): Promise<void> {
  for (const { work, seen } of await readAll(worker, works))
    if (seen) Object.assign(work, comparedWith(worker, work, seen), { isOurs: true });
}

/** What only people changed in the tracker keeps its old base: a later change here is then seen to collide. */
function ended(work: Compared, { seen: now, caveats }: Extract<Outcome, { done: true }>): Ended {
  const { position, wanted: item, same, conflicts, write, seen: before } = work;
  const seen = now ?? before;
  // What was not written may have been edited since it was compared.
  const compared = knownAfter(item, before, same, readKnown(work.item.known));
  const known = knownAfter(item, seen, write, compared);
  const written: Written = { external: seen.external, status: seen.status, known: JSON.stringify(known) };
  const shown = write.some((field) => field !== "effort");
  const told = [...caveats, ...(shown ? secretsIn(item) : []), ...closed(work, seen)];
  const wrote = write.length > 0 || work.isOurs;
  if (conflicts.length === 0) return { how: wrote ? "sent" : "same", position, written, caveats: told };
  const error = `${conflictSentence(seen, conflicts)} Push with \`onConflict: "overwrite"\` to write it all the same.`;
  return { how: "conflict", position, written, wrote: write.length > 0, error, caveats: told };
}

const names: Record<Field, string> = { title: "title", text: "text", effort: "estimate" };

/** What people and this service both changed. */
export function conflictSentence({ external }: Seen, conflicts: readonly Field[]): string {
  const what = conflicts.map((field) => names[field]).join(" and ");
  return `The ${what} of ${external.key} was edited in the tracker; it was not overwritten.`;
}

function closed({ write, wanted: { handle } }: Compared, { external, status }: Seen): string[] {
  const isClosed = status === "DONE" || status === "CANCELLED";
  return isClosed && write.length > 0
    ? [`${external.key} is closed in the tracker and stays so; its text is that of ${handle} now.`]
    : [];
}
