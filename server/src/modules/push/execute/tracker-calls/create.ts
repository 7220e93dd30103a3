import { pagesOf } from "../../../../pages-of.ts";
import { type Created, fields, type TrackerError } from "../../../trackers/tracker.ts";
import { lastSyncedAfter } from "../../ledger/compare.ts";
import { baseOfMade, detailsKey } from "../../ledger/details.ts";
import { parentKeyOf, pathOf } from "../../ledger/parent-key.ts";
import { optionsOf } from "../../ledger/pushes.ts";
import { baseOfNew, isMet } from "../../ledger/statuses.ts";
import type { RoundResult } from "../intents/intents.ts";
import type { TextIntent } from "../intents/step-intent.ts";
import { recordOutcomes } from "../outcomes/record-outcomes.ts";
import type { StepOutcome } from "../outcomes/step-outcome.ts";
import { type ConnectedWork, commit } from "../work.ts";
import { withoutGoneParents } from "./gone-issues.ts";
import { linkedIn } from "./linked-in.ts";
import { quietedIn } from "./quieted-in.ts";
import { recordRejected } from "./rejected-calls.ts";
import { failures, notAnswered, waitForLimit } from "./retry.ts";
import { secretsIn } from "./secrets-in.ts";

type CreateIntent = TextIntent<"create">;

/**
 * Creates issues. `intentsRecordedAt` is monotonic: a process held up since then must not send, as another
 * worker may have searched before a late create arrives.
 */
export async function createAll(
  work: ConnectedWork,
  all: readonly CreateIntent[],
  intentsRecordedAt: number,
): Promise<RoundResult> {
  const { intents, parentGone } = await withoutGoneParents(work, all);
  const again: number[] = [];
  // Stale intents, with an earlier attempt and without.
  const late: number[] = [];
  const neverLeft: number[] = [];
  const { pushSettleMs } = work.context.config;
  const { tracker, push } = work;
  for (const batch of callsOf(intents, tracker.batchSizes.create)) {
    const isLate = pushSettleMs > 0 && performance.now() - intentsRecordedAt > pushSettleMs / 2;
    if (isLate) {
      for (const { unanswered, position } of batch) (unanswered ? late : neverLeft).push(position);
    } else {
      const items = batch.map(({ wanted }) => wanted);
      const outcomes: Created[] = await tracker
        .create(push.target, items, optionsOf(push).fields)
        .catch((error) => failures(batch, error));
      again.push(...(await recordCreated(work, batch, outcomes)));
    }
  }
  return { again: [...again, ...parentGone, ...late, ...neverLeft], notThere: late, neverLeft };
}

/** Sends unanswered creates one per call, as a bad one fails the whole call. */
function callsOf(intents: readonly CreateIntent[], most: number): CreateIntent[][] {
  const calls = intents.filter(({ unanswered }) => unanswered).map((intent) => [intent]);
  const others = intents.filter(({ unanswered }) => !unanswered);
  return [...calls, ...pagesOf(others, most)];
}

/** Returns the positions that need another round (unknown outcome, or a status or details to write). */
async function recordCreated(
  work: ConnectedWork,
  intents: readonly CreateIntent[],
  outcomes: readonly Created[],
): Promise<number[]> {
  const stepOutcomes: StepOutcome[] = [];
  const refused: (CreateIntent & { error: TrackerError })[] = [];
  const again: number[] = [];
  let limit: TrackerError | null = null;
  for (const [index, intent] of intents.entries()) {
    const outcome = outcomes[index] ?? notAnswered;
    const { position } = intent;
    if (outcome.done) {
      work.confirmedIds.add(outcome.remote.external.id);
      const end = made(intent, outcome);
      stepOutcomes.push(end);
      if (end.outcome === "made") again.push(position);
    } else if (outcome.error.outcome === "unknown") {
      again.push(position);
      stepOutcomes.push({ outcome: "unanswered", position });
    } else {
      const { error } = outcome;
      stepOutcomes.push({ outcome: "postponed", position, unanswered: intent.unanswered });
      if (error.outcome === "refused") refused.push({ ...intent, error });
      else limit ??= error;
    }
  }
  await commit(work, recordOutcomes, { stepOutcomes });
  await recordRejected(work, refused);
  if (limit) await waitForLimit(work, limit);
  return again;
}

function made(
  { position, step, wanted: item }: CreateIntent,
  created: Extract<Created, { done: true }>,
): StepOutcome {
  const { remote, placed } = created;
  const { external, status } = remote;
  const lastSynced = JSON.stringify(lastSyncedAfter(item, remote, fields, {}));
  const statusBase = item.status === null ? null : { ...baseOfNew, theirs: status };
  const key = detailsKey(item.details);
  const isSettled = (item.status === null || isMet(item.status, status)) && key === "";
  const { container, items } = item.parent;
  const isWhole = items.length === pathOf(step).length - 1 && container !== null;
  return {
    outcome: isSettled && !item.pictures?.areAwaited ? "sent" : "made",
    position,
    written: { external, status, lastSynced, statusBase, detailsBase: baseOfMade(remote) },
    caveats: [...created.caveats, ...secretsIn(item), ...quietedIn(item), ...linkedIn(item)],
    ...(placed && isWhole ? { parentKey: parentKeyOf(pathOf(step)) } : {}),
  };
}
