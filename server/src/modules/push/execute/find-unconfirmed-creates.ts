import type { Item, RemoteItem } from "../../trackers/tracker.ts";
import { lastSyncedOf } from "../ledger/compare.ts";
import { scopeOf, stepsOf } from "../ledger/pushes.ts";
import { baseOfNew } from "../ledger/statuses.ts";
import { attemptsOf } from "../ledger/step-items.ts";
import { itemOf, readVersion } from "../ledger/texts.ts";
import { recordOutcomes } from "./record-outcomes.ts";
import { withRetries } from "./retry.ts";
import type { TextIntent } from "./step-intent.ts";
import type { StepOutcome } from "./step-outcome.ts";
import { type ConnectedWork, commit, PushAborted } from "./work.ts";

const mostCreates = 5;
/** A tracker that leaves so many creates unanswered takes none: trying the others would take days. */
const mostUnanswered = 10;
/** This sentence names no item, as its reader may not be allowed to read it; the push's items say which it is. */
const unansweredSentence =
  "The tracker never answered to making it, and does not have it. Push again to go on.";
/** The search begins earlier by this much, as clocks differ and a call takes its time. */
const overlapMs = 5 * 60_000;

interface LookupResult {
  /** The positions that take another round: what was found is compared, what is not there is created. */
  again: number[];
  notThere: number[];
  /** True where an issue was found missing for the first time: it is looked for once more, later. */
  waits: boolean;
}

/**
 * Looks for the issues of unanswered creates by their identity, and adopts them. An issue that was missing twice,
 * with the time to settle in between, may be created again, a few times in one push.
 */
export async function findUnconfirmedCreates(
  work: ConnectedWork,
  intents: readonly TextIntent<"find">[],
): Promise<LookupResult> {
  const lookups: LookupResult = { again: [], notThere: [], waits: false };
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
      const written = { external: first.external, status: first.status, lastSynced, statusBase };
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

/** Returns the item that the unanswered call carried: its version may be older than this push's. */
export async function itemAsSent(
  { context, push, dataKey, keysOf }: ConnectedWork,
  intent: TextIntent<"find" | "checkUpdate">,
): Promise<Item | null> {
  const { step, item } = intent;
  const { sending_revision: revision, sending_effort: effort, sending_status: status } = item;
  if (item.sending_hash === step.hash || revision === null) return intent.wanted;
  const then = { ...step, revision, effort, status };
  const text = await readVersion(context.db, push, step.entity_id, revision, keysOf);
  return text ? itemOf(scopeOf(push), dataKey, then, text, intent) : null;
}

const byNumber = (a: RemoteItem, b: RemoteItem) => (a.external.number ?? 0) - (b.external.number ?? 0);

const duplicateCaveat = ({ handle }: Item, kept: RemoteItem, other: RemoteItem) =>
  `${kept.external.key} and ${other.external.key} both carry ${handle}. ${kept.external.key} is kept; close the other one.`;
