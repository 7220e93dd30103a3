import type { TextWork } from "./batch.ts";
import { knownOf } from "./compare.ts";
import { type Ended, noteEnds } from "./outcomes.ts";
import { patiently } from "./patiently.ts";
import { stepsOf } from "./runs.ts";
import { attemptsOf } from "./step-items.ts";
import { itemOf, readVersion } from "./texts.ts";
import type { Item, Seen } from "./trackers/tracker.ts";
import { commit, type OpenWorker, Stop } from "./worker.ts";

const mostCreates = 5;
/** A tracker that leaves so many unanswered takes none: to try all the others would take days. */
const mostUntaken = 10;
/** Who reads the push may not read this item: the items say which it is. */
const untaken = "The tracker never answered to making it, and does not have it. Push again to go on.";
/** Clocks differ, and a call takes its time. */
const overlapMs = 5 * 60_000;

interface Looked {
  /** To be stated again: what was found is compared, what is not there is made. */
  again: number[];
  notThere: number[];
  /** Some were seen to be missing for the first time; they are looked for once more. */
  waits: boolean;
}

/**
 * Looks for what unanswered calls may have made, by its identity, and adopts it. What is not there, seen twice with
 * the time to settle in between, may be made again, a few times in one push.
 */
export async function lookFor(worker: OpenWorker, looks: readonly TextWork<"look">[]): Promise<Looked> {
  const looked: Looked = { again: [], notThere: [], waits: false };
  if (looks.length === 0) return looked;
  const { tracker, push, context, aheadMs } = worker;
  const sentAt = looks.map(({ item }) => Date.parse(item.sending_at ?? push.started_at));
  const since = new Date(Math.min(...sentAt) + aheadMs - overlapMs);
  const sought = looks.map(({ wanted: { sort, identity } }) => ({ sort, identity }));
  const found = await patiently(worker, () => tracker.find(push.target, sought, since));

  const ends: Ended[] = [];
  for (const [index, look] of looks.entries()) {
    const { position, item } = look;
    const [first, ...others] = (found[index] ?? []).toSorted(byNumber);
    if (first) {
      const sent = await asSent(worker, look);
      const known = JSON.stringify(sent ? knownOf(sent, first, tracker.says) : {});
      const written = { external: first.external, status: first.status, known };
      const caveats = others.map((other) => doubled(look.wanted, first, other));
      ends.push({ how: "adopted", position, written, caveats });
      looked.again.push(position);
      continue;
    }
    const settled =
      item.looked_at !== null && Date.now() - Date.parse(item.looked_at) >= context.config.pushSettleMs;
    if (!settled) {
      ends.push({ how: "missing", position });
      looked.waits = true;
      continue;
    }
    if (attemptsOf(push, item) >= mostCreates) {
      ends.push({ how: "notSent", position, state: "failed", error: untaken, unanswered: true });
      continue;
    }
    looked.again.push(position);
    looked.notThere.push(position);
  }
  await commit(worker, noteEnds, { ends });
  if (ends.some(({ how }) => how === "notSent")) await requireTaking(worker);
  return looked;
}

async function requireTaking({ context: { db }, push }: OpenWorker): Promise<void> {
  const { count } = await stepsOf(db, push)
    .select(({ fn }) => fn.countAll().as("count"))
    .where("error", "=", untaken)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostUntaken)
    throw new Stop("The tracker does not take new issues. Push again to go on.", "upstream_error");
}

/** What the unanswered call carried: the version may be an older one than this push's. */
export async function asSent(
  { context, push, dataKey }: OpenWorker,
  look: TextWork<"look" | "recall">,
): Promise<Item | null> {
  const { step, item } = look;
  const { sending_revision: revision, sending_effort: effort } = item;
  if (item.sending_hash === step.hash || revision === null) return look.wanted;
  const then = { ...step, revision, effort };
  const text = await readVersion(context.db, push.workspace_id, step.entity_id, revision);
  return text ? itemOf(push, dataKey, then, text, look) : null;
}

const byNumber = (a: Seen, b: Seen) => (a.external.number ?? 0) - (b.external.number ?? 0);

const doubled = ({ handle }: Item, kept: Seen, other: Seen) =>
  `${kept.external.key} and ${other.external.key} both carry ${handle}. ${kept.external.key} is kept; close the other one.`;
