import { setImmediate as breathe } from "node:timers/promises";
import { pagesOf } from "../../../../pages-of.ts";
import type { ItemPart, Outcome, RemoteItem } from "../../../trackers/tracker.ts";
import { type Comparison, compare, lastSyncedAfter, readLastSynced } from "../../ledger/compare.ts";
import { lookAfter } from "../../ledger/look.ts";
import { optionsOf, overwrittenFields } from "../../ledger/pushes.ts";
import { isFinished, type StatusBase, statusBaseOf } from "../../ledger/statuses.ts";
import { conflictSentence } from "../../results/sentences.ts";
import type { RoundResult } from "../intents/intents.ts";
import type { TextIntent } from "../intents/step-intent.ts";
import { recordOutcomes } from "../outcomes/record-outcomes.ts";
import { recordParts } from "../outcomes/record-parts.ts";
import type { StepOutcome, WrittenIssue } from "../outcomes/step-outcome.ts";
import { type ConnectedWork, commit, isStale } from "../work.ts";
import { linkedIn } from "./linked-in.ts";
import { quietedIn } from "./quieted-in.ts";
import { readIntended } from "./read-issues.ts";
import { recordRejected, rejectedOf } from "./rejected-calls.ts";
import { eachWithRetries, notAnswered } from "./retry.ts";
import { secretsIn } from "./secrets-in.ts";

type UpdateIntent = TextIntent<"update">;
type Compared = UpdateIntent & Comparison & { remote: RemoteItem };

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
        look: lookOf(intent, remote, []),
      });
      continue;
    }
    await breathe(); // Comparing long texts takes time.
    const difference = comparedWith(work, intent, remote);
    if (difference.write.length > 0) compared.push(difference);
    else stepOutcomes.push(ended(difference, { done: true, remote, caveats: [] }));
  }
  await commit(work, recordOutcomes, { stepOutcomes });
  for (const batch of pagesOf(compared, tracker.batchSizes.update)) {
    if (isStale(work, intentsRecordedAt)) again.push(...batch.map(({ position }) => position));
    else await writeAll(work, batch);
  }
  return { again };
}

function comparedWith({ push, tracker }: ConnectedWork, intent: UpdateIntent, remote: RemoteItem): Compared {
  const lastSynced = readLastSynced(intent.item.last_synced);
  return {
    ...intent,
    remote,
    ...compare(intent.wanted, remote, lastSynced, tracker, {
      overwrite: overwrittenFields(optionsOf(push)),
      statusBase: statusBaseOf(intent.item),
      isOurs: intent.isOurs,
    }),
  };
}

async function writeAll(work: ConnectedWork, intents: readonly Compared[]): Promise<void> {
  const { tracker, push } = work;
  let isFirst = true;
  await eachWithRetries(
    work,
    intents,
    async (left) => {
      if (!isFirst) await compareAgain(work, left);
      isFirst = false;
      await commit(work, recordParts, { writes: left.map(({ position, write }) => ({ position, write })) });
      const changes = left.map(({ remote, wanted: item, write }) => ({
        external: remote.external,
        item,
        write,
        statusBefore: remote.status,
      }));
      const outcomes = await tracker.update(push.target, changes);
      // A write without a visible result counts as unanswered, or the next change would look like a conflict.
      return outcomes.map((outcome, index) => {
        if (!outcome.done || outcome.remote !== null) return outcome;
        const wrote = changes[index]?.write.filter((part) => part !== "status" || !outcome.isStatusLeft);
        return wrote?.length ? notAnswered : outcome;
      });
    },
    async (finals) => {
      const stepOutcomes = finals.flatMap(({ intent, outcome }) =>
        outcome.done ? [ended(intent, outcome)] : [],
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
  for (const { intent, remote } of await readIntended(work, intents))
    if (remote) Object.assign(intent, comparedWith(work, intent, remote), { isOurs: true });
}

/** Keeps the base of fields that only users changed, so that a later change here is a conflict. */
function ended(
  intent: Compared,
  { remote: now, caveats, isStatusLeft = false }: Extract<Outcome, { done: true }>,
): StepOutcome {
  const { position, wanted: item, same, conflicts, remote: before } = intent;
  const write = isStatusLeft ? intent.write.filter((part) => part !== "status") : intent.write;
  const remote = now ?? before;
  // Fields that were not written may have been edited since the comparison.
  const compared = lastSyncedAfter(item, before, same, readLastSynced(intent.item.last_synced));
  const lastSynced = lastSyncedAfter(item, remote, write, compared);
  const written: WrittenIssue = {
    external: remote.external,
    status: remote.status,
    lastSynced: JSON.stringify(lastSynced),
    statusBase: statusBaseAfter({ ...intent, write }, remote),
    wroteStatus: write.includes("status"),
  };
  const shown = write.includes("title") || write.includes("text");
  const told = [
    ...caveats,
    ...(shown ? [...secretsIn(item), ...quietedIn(item)] : []),
    // A new issue's pictures may have been refused since.
    ...(shown || intent.isOurs ? linkedIn(item) : []),
    ...closed(intent, remote),
  ];
  const wrote = write.length > 0 || intent.isOurs;
  if (conflicts.length === 0)
    return { outcome: wrote ? "sent" : "unchanged", position, written, caveats: told };
  const error = `${conflictSentence(remote, conflicts)} Push with \`onConflict: "overwrite"\` to write it all the same.`;
  return {
    outcome: write.length > 0 ? "conflictInPart" : "conflict",
    position,
    written,
    error,
    look: lookOf(intent, remote, conflicts),
    caveats: told,
  };
}

function lookOf(
  { step, wanted, item }: UpdateIntent,
  remote: RemoteItem,
  waits: readonly ItemPart[],
): string {
  const { effort, status, hash } = step;
  const base = { lastSynced: readLastSynced(item.last_synced), statusBase: statusBaseOf(item) };
  return lookAfter({ title: wanted.title, effort, status, hash }, remote, waits, base);
}

/** Returns the current statuses as base if both agree, else those first seen. */
function statusBaseAfter({ item, wanted, same, write }: Compared, { status }: RemoteItem): StatusBase | null {
  const before = statusBaseOf(item);
  const ours = wanted.status;
  const isShared = same.includes("status") || write.includes("status");
  return ours !== null && (isShared || before === null) ? { ours, theirs: status } : before;
}

function closed({ write, wanted: { handle } }: Compared, { external, status }: RemoteItem): string[] {
  return isFinished(status) && write.length > 0 && !write.includes("status")
    ? [`${external.key} is closed in the tracker and stays so; its text is that of ${handle} now.`]
    : [];
}
