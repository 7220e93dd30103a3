import type { Item } from "../../trackers/tracker.ts";
import type { StepRow } from "../ledger/pushes.ts";
import { readTexts, type Text } from "../ledger/texts.ts";
import { sendPictures } from "../pictures/send-pictures.ts";
import type { Intend, Intent, RoundResult } from "./intents/intents.ts";
import { recordIntents } from "./intents/record-intents.ts";
import type { StepIntent, TextIntent, TextIntentKind } from "./intents/step-intent.ts";
import { recordOutcomes } from "./outcomes/record-outcomes.ts";
import { checkUnconfirmedUpdates } from "./tracker-calls/check-unconfirmed-updates.ts";
import { createAll } from "./tracker-calls/create.ts";
import { findUnconfirmedCreates } from "./tracker-calls/find-unconfirmed-creates.ts";
import { linkAll, placeAll } from "./tracker-calls/links.ts";
import { recheckIssues } from "./tracker-calls/recheck-issues.ts";
import { updateAll } from "./tracker-calls/update.ts";
import { wantedItem } from "./wanted-item.ts";
import { type ConnectedWork, commit, PushAborted, reschedule, SwitchedOff } from "./work.ts";

const waitForOthersSeconds = 1;

/**
 * Runs steps of one kind and action, `most` per call. A round records intents, calls, and records outcomes.
 */
export async function runBatch(work: ConnectedWork, steps: readonly StepRow[], most: number): Promise<void> {
  const texts = await readTexts(work.context.db, work.push, steps, work.keysOf);
  const byPosition = new Map(steps.map((step) => [step.position, step]));
  let open = await withoutDeleted(work, steps, texts);
  let flags: Pick<Intend, "neverLeft" | "notThere"> = { neverLeft: [], notThere: [] };

  while (open.length > 0) {
    work.job.signal.throwIfAborted();
    await sendPictures(
      work,
      open.map((position) => known(byPosition, position)),
      texts,
    );
    const intentsRecordedAt = performance.now();
    const answer = await commit(work, recordIntents, { positions: open, most, ...flags });
    if ("stop" in answer) throw new PushAborted(answer.stop);
    if ("off" in answer) throw new SwitchedOff(answer.off);
    const intents = answer.intents.map((intent) => ({ ...intent, step: known(byPosition, intent.position) }));
    const ofKind = <G extends Intent["kind"]>(kind: G) =>
      intents.filter((intent) => intent.kind === kind) as StepIntent<G>[];
    const ofText = <G extends TextIntentKind>(kind: G) =>
      Promise.all(
        ofKind(kind).map(
          async (intent) => ({ ...intent, wanted: await asItem(work, texts, intent) }) as TextIntent<G>,
        ),
      );

    const results: RoundResult[] = [
      await findUnconfirmedCreates(work, await ofText("find")),
      await checkUnconfirmedUpdates(work, await ofText("checkUpdate")),
      await recheckIssues(work, await ofText("read")),
      await updateAll(work, await ofText("update"), intentsRecordedAt),
      await placeAll(work, ofKind("place"), intentsRecordedAt),
      await linkAll(work, ofKind("link"), intentsRecordedAt),
      await createAll(work, await ofText("create"), intentsRecordedAt),
    ];

    const waiting = ofKind("wait").map(({ position }) => position);
    open = [...results.flatMap(({ again }) => again), ...waiting];
    flags = {
      neverLeft: results.flatMap(({ neverLeft = [] }) => neverLeft),
      notThere: results.flatMap(({ notThere = [] }) => notThere),
    };
    if (results.some(({ waits }) => waits))
      await reschedule(work, work.context.config.pushSettleMs / 1000, "The tracker is looked at once more.");
    if (waiting.length > 0 && waiting.length === open.length)
      await reschedule(work, waitForOthersSeconds, "Another push is at the same plan.");
  }
}

async function withoutDeleted(
  work: ConnectedWork,
  steps: readonly StepRow[],
  texts: ReadonlyMap<number, unknown>,
): Promise<number[]> {
  const isDeleted = (step: StepRow) => step.revision !== null && !texts.has(step.position);
  const deleted = steps.filter(isDeleted).map(({ position }) => position);
  if (deleted.length > 0)
    await commit(work, recordOutcomes, {
      stepOutcomes: deleted.map((position) => ({ position, outcome: "deleted" as const })),
    });
  return steps.filter((step) => !isDeleted(step)).map(({ position }) => position);
}

function asItem(
  work: ConnectedWork,
  texts: ReadonlyMap<number, Text>,
  intent: StepIntent<TextIntentKind>,
): Promise<Item> {
  const issueId = "external" in intent ? intent.external.id : undefined;
  return wantedItem(work, intent.step, known(texts, intent.position), { ...intent, issueId });
}

function known<T>(map: ReadonlyMap<number, T>, position: number): T {
  const value = map.get(position);
  if (value === undefined) throw new Error(`no step ${position}`);
  return value;
}
