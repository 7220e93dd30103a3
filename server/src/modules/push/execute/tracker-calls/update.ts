import { setImmediate as breathe } from "node:timers/promises";
import { pagesOf } from "../../../../pages-of.ts";
import { type Change, type RemoteItem, singleDetails } from "../../../trackers/tracker.ts";
import { compare, readLastSynced } from "../../ledger/compare.ts";
import { type DetailsBase, oursOf, readBase } from "../../ledger/details.ts";
import { optionsOf, overwrittenFields } from "../../ledger/pushes.ts";
import { statusBaseOf } from "../../ledger/statuses.ts";
import { labelTermsOf, termsFor } from "../../results/detail-terms.ts";
import type { RoundResult } from "../intents/intents.ts";
import { recordOutcomes } from "../outcomes/record-outcomes.ts";
import { recordParts } from "../outcomes/record-parts.ts";
import type { StepOutcome } from "../outcomes/step-outcome.ts";
import { type ConnectedWork, commit, isStale } from "../work.ts";
import { readIntended } from "./read-issues.ts";
import { recordRejected, rejectedOf } from "./rejected-calls.ts";
import { eachWithRetries, notAnswered, withRetries } from "./retry.ts";
import { updateSparing } from "./spare-details.ts";
import { type Compared, lookOf, outcomeOf, type UpdateIntent } from "./update-outcome.ts";

/**
 * Writes fields that changed here; leaves and reports users' edits. Stale
 * intents and gone issues need another round.
 */
export async function updateAll(
  work: ConnectedWork,
  intents: readonly UpdateIntent[],
  intentsRecordedAt: number,
): Promise<RoundResult> {
  if (intents.length === 0) return { again: [] };
  const { tracker } = work;
  const compared: Compared[] = [];
  const stepOutcomes: StepOutcome[] = [];
  const all = await readIntended(work, intents);
  const again: number[] = [];
  const labels = await labelTerms(work, intents);
  for (const { intent, remote } of all) {
    const { position } = intent;
    if (remote === null) {
      stepOutcomes.push({ outcome: "gone", position });
      again.push(position);
      continue;
    }
    if (remote.readOnlyReason !== null) {
      stepOutcomes.push({
        outcome: "refused",
        position,
        error: remote.readOnlyReason,
        look: lookOf(intent, remote, [], readBase(intent.item.base_details)),
      });
      continue;
    }
    await breathe(); // Comparing long texts takes time.
    const difference = comparedWith(work, intent, remote, labels);
    if (difference.write.length > 0) compared.push(difference);
    else stepOutcomes.push(outcomeOf(difference, { done: true, remote, caveats: [] }));
  }
  await commit(work, recordOutcomes, { stepOutcomes });
  for (const batch of pagesOf(compared, tracker.batchSizes.update)) {
    if (isStale(work, intentsRecordedAt)) again.push(...batch.map(({ position }) => position));
    else await writeAll(work, batch);
  }
  return { again };
}

const labelTerms = (work: ConnectedWork, intents: readonly UpdateIntent[]) =>
  withRetries(work, () =>
    labelTermsOf(
      work.tracker,
      work.push.target,
      intents.map(({ wanted }) => wanted),
    ),
  );

function comparedWith(
  { push, tracker, people }: ConnectedWork,
  intent: UpdateIntent,
  remote: RemoteItem,
  labels: ReadonlyMap<string, string>,
): Compared {
  const lastSynced = readLastSynced(intent.item.last_synced);
  const terms = termsFor(tracker, people, labels, intent.wanted, remote);
  return {
    ...intent,
    remote,
    terms,
    ...compare(intent.wanted, remote, lastSynced, tracker, {
      overwrite: overwrittenFields(optionsOf(push)),
      statusBase: statusBaseOf(intent.item),
      detailsBase: readBase(intent.item.base_details),
      terms,
      isOurs: intent.isOurs,
    }),
  };
}

async function writeAll(work: ConnectedWork, intents: readonly Compared[]): Promise<void> {
  let isFirst = true;
  await eachWithRetries(
    work,
    intents,
    async (left) => {
      if (!isFirst) await compareAgain(work, left);
      isFirst = false;
      await commit(work, recordParts, {
        writes: left.map((one) => ({ position: one.position, write: one.write, details: detailsMeant(one) })),
      });
      const changes = left.map(
        ({ remote, wanted: item, write, writes: details }): Change => ({
          external: remote.external,
          item,
          write,
          statusBefore: remote.status,
          details,
        }),
      );
      const outcomes = await updateSparing(work, changes);
      if (left.some(({ writes }) => writes.labels?.add.length)) {
        const labels = await labelTerms(work, left); // Some were made just now.
        for (const one of left) one.terms.labels = labels;
      }
      // A write without a visible result counts as unanswered, or the next change would look like a conflict.
      return outcomes.map((outcome, index) => {
        if (!outcome.done || outcome.remote !== null) return outcome;
        const wrote = changes[index]?.write.filter((part) => !outcome.leftParts?.includes(part));
        return wrote?.length ? notAnswered : outcome;
      });
    },
    async (finals) => {
      const stepOutcomes = finals.flatMap(({ intent, outcome }) =>
        outcome.done ? [outcomeOf(intent, outcome)] : [],
      );
      await commit(work, recordOutcomes, { stepOutcomes });
      await recordRejected(work, rejectedOf(finals));
    },
  );
}

/**
 * Compares again before a retry, since users may have edited meanwhile. Fields already written are equal by
 * now.
 */
async function compareAgain(work: ConnectedWork, intents: readonly Compared[]): Promise<void> {
  const labels = await labelTerms(work, intents);
  for (const { intent, remote } of await readIntended(work, intents))
    if (remote) Object.assign(intent, comparedWith(work, intent, remote, labels), { isOurs: true });
}

/** Returns the base that a write would leave, by which it is recognized if it isn't answered. */
function detailsMeant({ wanted, write, writes }: Compared): string | null {
  const { details } = wanted;
  if (details === null || Object.keys(writes).length === 0) return null;
  const meant: DetailsBase = {};
  for (const detail of singleDetails)
    if (write.includes(detail)) meant[detail] = [oursOf(details, detail), writes[detail] ?? ""];
  if (writes.labels) meant.labels = (details.labels ?? []).map(({ name }) => [name, ""] as const);
  return JSON.stringify(meant);
}
