import type { Work } from "./batch.ts";
import { type Ended, noteEnds } from "./outcomes.ts";
import { eachPatiently } from "./patiently.ts";
import { noteRefused, refusedOf } from "./refused.ts";
import type { Outcome } from "./trackers/tracker.ts";
import { commit, isStale, type OpenWorker } from "./worker.ts";

/** Puts issues under each other. Answers, as below, the positions of those whose intent was too old to leave. */
export function placeAll(
  worker: OpenWorker,
  works: readonly Work<"place">[],
  askedAt: number,
): Promise<number[]> {
  const { tracker, push } = worker;
  return linkEach(worker, works, askedAt, (left) =>
    tracker.place(
      push.target,
      left.map(({ placement }) => placement),
    ),
  );
}

/** Makes dependencies, or takes them back; a batch holds one of both. */
export function linkAll(
  worker: OpenWorker,
  works: readonly Work<"need">[],
  askedAt: number,
): Promise<number[]> {
  const { tracker, push } = worker;
  return linkEach(worker, works, askedAt, (left) => {
    const needs = left.map(({ need }) => need);
    const isUnlink = left[0]?.step.action === "unlink";
    return isUnlink ? tracker.unlinkNeeds(push.target, needs) : tracker.linkNeeds(push.target, needs);
  });
}

async function linkEach<W extends Work<"place"> | Work<"need">>(
  worker: OpenWorker,
  works: readonly W[],
  askedAt: number,
  call: (works: readonly W[]) => Promise<Outcome[]>,
): Promise<number[]> {
  if (isStale(worker, askedAt)) return works.map(({ position }) => position);
  await eachPatiently(worker, works, call, async (finals) => {
    const ends = finals.flatMap(({ work: { position }, outcome }): Ended[] =>
      outcome.done ? [endOf(position, outcome)] : [],
    );
    await commit(worker, noteEnds, { ends });
    await noteRefused(worker, refusedOf(finals), true);
  });
  return [];
}

const endOf = (position: number, { left, caveats }: Extract<Outcome, { done: true }>): Ended =>
  left === undefined ? { how: "sent", position, caveats } : { how: "left", position, error: left };
