import { createAll } from "./create.ts";
import { intend } from "./intend.ts";
import type { Intend, Intent } from "./intents.ts";
import { linkAll, placeAll } from "./links.ts";
import { lookFor } from "./look.ts";
import { noteEnds } from "./outcomes.ts";
import { recallAll } from "./recall.ts";
import type { StepRow } from "./runs.ts";
import { itemOf, readTexts } from "./texts.ts";
import type { Item } from "./trackers/tracker.ts";
import { updateAll } from "./update.ts";
import { commit, type OpenWorker, Stop, sleep } from "./worker.ts";

const waitForOthersSeconds = 1;

/** An intent with what it is about. */
export type Work<G extends Intent["go"]> = Extract<Intent, { go: G }> & { step: StepRow };
type TextGo = "create" | "update" | "look" | "recall";
export type TextWork<G extends TextGo> = Work<G> & { wanted: Item };

/**
 * Steps of one kind and action, as far as a call with `most` things takes them. Each round states its intents, makes
 * the calls, and notes how they ended.
 */
export async function runBatch(worker: OpenWorker, steps: readonly StepRow[], most: number): Promise<void> {
  const texts = await readTexts(worker.context.db, worker.push, steps);
  const byPosition = new Map(steps.map((step) => [step.position, step]));
  let open = await withoutDeleted(worker, steps, texts);
  let flags: Pick<Intend, "neverLeft" | "notThere"> = { neverLeft: [], notThere: [] };

  while (open.length > 0) {
    worker.job.signal.throwIfAborted();
    const askedAt = performance.now();
    const answer = await commit(worker, intend, { positions: open, most, ...flags });
    if ("stop" in answer) throw new Stop(answer.stop);
    const works = answer.intents.map((intent) => ({ ...intent, step: known(byPosition, intent.position) }));
    const of = <G extends Intent["go"]>(go: G) => works.filter((work) => work.go === go) as Work<G>[];
    const ofText = <G extends TextGo>(go: G) =>
      of(go).map((work) => ({ ...work, wanted: asItem(worker, texts, work) }) as TextWork<G>);

    const looked = await lookFor(worker, ofText("look"));
    const recalled = await recallAll(worker, ofText("recall"));
    const unsent = [
      ...(await updateAll(worker, ofText("update"), askedAt)),
      ...(await placeAll(worker, of("place"), askedAt)),
      ...(await linkAll(worker, of("need"), askedAt)),
    ];
    const created = await createAll(worker, ofText("create"), askedAt);

    const waiting = of("wait").map(({ position }) => position);
    open = [
      ...looked.again,
      ...recalled,
      ...unsent,
      ...created.again,
      ...created.late,
      ...created.neverLeft,
      ...waiting,
    ];
    flags = { neverLeft: created.neverLeft, notThere: [...looked.notThere, ...created.late] };
    if (looked.waits)
      await sleep(worker, worker.context.config.pushSettleMs / 1000, "The tracker is looked at once more.");
    if (waiting.length > 0 && waiting.length === open.length)
      await sleep(worker, waitForOthersSeconds, "Another push is at the same plan.");
  }
}

async function withoutDeleted(
  worker: OpenWorker,
  steps: readonly StepRow[],
  texts: ReadonlyMap<number, unknown>,
): Promise<number[]> {
  const isDeleted = (step: StepRow) => step.revision !== null && !texts.has(step.position);
  const deleted = steps.filter(isDeleted).map(({ position }) => position);
  if (deleted.length > 0)
    await commit(worker, noteEnds, {
      ends: deleted.map((position) => ({ position, how: "deleted" as const })),
    });
  return steps.filter((step) => !isDeleted(step)).map(({ position }) => position);
}

function asItem(
  { push, dataKey }: OpenWorker,
  texts: ReadonlyMap<number, { title: string; text: string }>,
  work: Work<TextGo>,
): Item {
  return itemOf(push, dataKey, work.step, known(texts, work.position), work);
}

function known<T>(map: ReadonlyMap<number, T>, position: number): T {
  const value = map.get(position);
  if (value === undefined) throw new Error(`no step ${position}`);
  return value;
}
