import type { Item, RemoteItem } from "../../../trackers/tracker.ts";
import { lastSyncedOf } from "../../ledger/compare.ts";
import { baseOfFound } from "../../ledger/details.ts";
import { stepsOf } from "../../ledger/pushes.ts";
import { baseOfNew } from "../../ledger/statuses.ts";
import { attemptsOf } from "../../ledger/step-items.ts";
import { readVersion } from "../../ledger/texts.ts";
import type { RoundResult } from "../intents/intents.ts";
import type { TextIntent } from "../intents/step-intent.ts";
import { recordOutcomes } from "../outcomes/record-outcomes.ts";
import type { StepOutcome } from "../outcomes/step-outcome.ts";
import { wantedItem } from "../wanted-item.ts";
import { type ConnectedWork, commit, PushAborted } from "../work.ts";
import { withRetries } from "./retry.ts";

const mostCreates = 5;
/** The number of unanswered creates at which the tracker counts as unresponsive. */
const mostUnanswered = 10;
/** Names no item, which the reader may not be allowed to see. */
const unansweredSentence =
  "The tracker never answered to making it, and does not have it. Push again to go on.";
/** Allowance for clock skew and call duration. */
const overlapMs = 5 * 60_000;

/**
 * Finds and adopts the issues of unanswered creates. An issue missing twice, with time to settle in between,
 * may be recreated a few times per push. Found issues are compared in the next round.
 */
export async function findUnconfirmedCreates(
  work: ConnectedWork,
  intents: readonly TextIntent<"find">[],
): Promise<RoundResult> {
  const lookups = { again: [] as number[], notThere: [] as number[], waits: false };
  if (intents.length === 0) return lookups;
  const { tracker, push, context, clockAheadMs } = work;
  const sentAt = intents.map(({ item }) => Date.parse(item.sending_at ?? push.started_at));
  const since = new Date(Math.min(...sentAt) + clockAheadMs - overlapMs);
  const sought = intents.map(({ wanted: { kind, identity } }) => ({ kind, identity }));
  const found = await withRetries(work, () => tracker.find(push.target, sought, since));

  const stepOutcomes: StepOutcome[] = [];
  for (const [index, intent] of intents.entries()) {
    const { position, item } = intent;
    const [first, ...others] = (found[index] ?? []).toSorted(byNumber);
    if (first) {
      work.confirmedIds.add(first.external.id);
      const sent = await itemAsSent(work, intent);
      const lastSynced = JSON.stringify(sent ? lastSyncedOf(sent, first, tracker.matches) : {});
      const statusBase = intent.wanted.status === null ? null : baseOfNew;
      const { external, status } = first;
      const written = { external, status, lastSynced, statusBase, detailsBase: baseOfFound(first) };
      const caveats = others.map((other) => duplicateCaveat(intent.wanted, first, other));
      stepOutcomes.push({ outcome: "adopted", position, written, caveats });
      lookups.again.push(position);
      continue;
    }
    const settled =
      item.looked_at !== null && Date.now() - Date.parse(item.looked_at) >= context.config.pushSettleMs;
    if (!settled) {
      stepOutcomes.push({ outcome: "notFound", position });
      lookups.waits = true;
      continue;
    }
    if (attemptsOf(push, item) >= mostCreates) {
      stepOutcomes.push({ outcome: "refused", position, error: unansweredSentence, unanswered: true });
      continue;
    }
    lookups.again.push(position);
    lookups.notThere.push(position);
  }
  await commit(work, recordOutcomes, { stepOutcomes });
  if (stepOutcomes.some(({ outcome }) => outcome === "refused")) await requireAcceptance(work);
  return lookups;
}

async function requireAcceptance({ context: { db }, push }: ConnectedWork): Promise<void> {
  const { count } = await stepsOf(db, push)
    .select(({ fn }) => fn.countAll().as("count"))
    .where("error", "=", unansweredSentence)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostUnanswered)
    throw new PushAborted("The tracker does not take new issues. Push again to go on.", "status");
}

/** Returns the item as sent, possibly from an older version. */
export async function itemAsSent(
  work: ConnectedWork,
  intent: TextIntent<"find" | "checkUpdate">,
): Promise<Item | null> {
  const { context, push, keysOf } = work;
  const { step, item } = intent;
  const { sending_revision: revision, sending_effort: effort, sending_status: status } = item;
  if (item.sending_hash === step.hash || revision === null) return intent.wanted;
  const then = { ...step, revision, effort, status };
  const text = await readVersion(context.db, push, step.entity_id, revision, keysOf);
  const issueId = "external" in intent ? intent.external.id : undefined;
  return text ? wantedItem(work, then, text, { ...intent, issueId }) : null;
}

const byNumber = (a: RemoteItem, b: RemoteItem) => (a.external.number ?? 0) - (b.external.number ?? 0);

const duplicateCaveat = ({ handle }: Item, kept: RemoteItem, other: RemoteItem) =>
  `${kept.external.key} and ${other.external.key} both carry ${handle}. ${kept.external.key} is used; close the other.`;
