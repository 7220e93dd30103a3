import { setTimeout as pause } from "node:timers/promises";
import type { Intent } from "./intend.ts";
import type { ItemRow } from "./ledger.ts";
import { adopt, noteMissing, noteNotSent, noteSent } from "./outcomes.ts";
import type { StepRow } from "./runs.ts";
import { type External, type Item, TrackerError } from "./trackers/tracker.ts";
import { commit, type OpenWorker, Stop, sleep, type Worker } from "./worker.ts";

const tries = 5;

type Call = Extract<Intent, { attempt: number }>;

/**
 * Makes the call of a step and notes how it ended. `unknown`: a create may have been executed or not. `late`: the
 * process was held up since it asked for its intent (`askedAt`, of the monotonic clock), and another worker may
 * look and find nothing before a create that leaves now arrives; it did not leave.
 */
export async function callTracker(
  worker: OpenWorker,
  step: StepRow,
  intent: Call,
  item: Item,
  askedAt: number,
): Promise<"ended" | "unknown" | "late"> {
  const { position } = step;
  const { pushSettleMs } = worker.context.config;
  const isLate = pushSettleMs > 0 && performance.now() - askedAt > pushSettleMs / 2;
  if (intent.go === "create" && isLate) return "late";
  try {
    const answer =
      intent.go === "create"
        ? await worker.tracker.create(worker.push.target, item)
        : {
            external: null,
            caveats: await patiently(worker, tries, () => repeatable(worker, step, intent, item)),
          };
    await commit(worker, noteSent, { position, ...answer });
    return "ended";
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    if (error.outcome === "unknown") return "unknown";
    const unanswered = intent.go === "create" && intent.unanswered;
    if (intent.go === "create")
      await commit(worker, noteNotSent, { position, state: "planned", error: null, unanswered });
    if (error.outcome === "not_executed") await waitForLimit(worker, error, intent.attempt);
    await noteRefused(worker, step, intent, error, unanswered);
    return "ended";
  }
}

async function repeatable(
  { tracker, push: { target } }: OpenWorker,
  { kind, action }: StepRow,
  intent: Exclude<Call, { go: "create" }>,
  item: Item,
): Promise<string[]> {
  if (intent.go === "update") return tracker.update(target, intent.external, item);
  const { one, other } = intent;
  const [link, unlink] =
    kind === "child"
      ? ([tracker.linkChild, tracker.unlinkChild] as const)
      : ([tracker.linkNeed, tracker.unlinkNeed] as const);
  await (action === "unlink" ? unlink : link)(target, one, other);
  return [];
}

/** A refused key or target ends the push; a refused item is left out, with the reason. */
async function noteRefused(
  worker: OpenWorker,
  { position }: StepRow,
  { go }: Call,
  error: TrackerError,
  unanswered: boolean,
) {
  if (error.code === "credential" || error.code === "access") throw new Stop(error.message, "upstream_error");
  // A target that is hidden now looks like an issue that was deleted.
  if (error.code === "missing") await requireTarget(worker);
  const limit = go === "link" && error.code === "invalid";
  const gone = "Its issue is no longer there: it was deleted or moved in the tracker. It is not made again.";
  await commit(worker, noteNotSent, {
    position,
    state: limit ? "skipped" : "failed",
    error: error.code === "missing" && go !== "create" ? gone : error.message,
    unanswered,
  });
}

/** Whether the target can be pushed to; if not, the push ends with the reason. */
export async function requireTarget(worker: OpenWorker, most = tries) {
  try {
    return await patiently(worker, most, () => worker.tracker.check(worker.push.target));
  } catch (error) {
    if (error instanceof TrackerError) throw new Stop(error.message, "upstream_error");
    throw error;
  }
}

const mostCreates = 5;
/** Clocks differ, and a call takes its time. */
const overlapMs = 5 * 60_000;

/**
 * Looks for what an unanswered call may have made, by its marker, and adopts it. True: it is not there, seen
 * twice with the time to settle in between, so it may be made again.
 */
export async function look(worker: OpenWorker, position: number, row: ItemRow, item: Item): Promise<boolean> {
  const { tracker, push, context, aheadMs } = worker;
  const sentAt = Date.parse(row.sending_at ?? push.started_at);
  const since = new Date(sentAt + aheadMs - overlapMs);
  const found = await patiently(worker, tries, () => tracker.find(push.target, item.identity, since));
  const [external, ...others] = found.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0));
  if (external) {
    const caveats = others.map((other) => doubled(item, external, other));
    await commit(worker, adopt, { position, external, caveats });
    return false;
  }
  const firstLook = await commit(worker, noteMissing, { position });
  const settled = row.looked_at !== null && Date.now() - Date.parse(firstLook) >= context.config.pushSettleMs;
  if (!settled) await sleep(worker, context.config.pushSettleMs / 1000, "the tracker is looked at once more");
  if (row.attempt >= mostCreates) {
    // Who reads the push may not read this item: the items say which it is.
    throw new Stop("The tracker does not take one of the issues. Push again to go on.", "upstream_error");
  }
  return true;
}

const doubled = ({ handle }: Item, kept: External, other: External) =>
  `${kept.key} and ${other.key} both carry ${handle}. ${kept.key} is kept; close the other one.`;

const longestPauseMs = 1000;
const withoutNumberSeconds = 60;

/**
 * A call that may be repeated, tried a few times while its outcome is unknown. What the tracker refuses reaches
 * the caller.
 */
async function patiently<T>(worker: Worker, tries: number, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof TrackerError) || error.outcome === "refused") throw error;
      if (error.outcome === "not_executed") await waitForLimit(worker, error, 1);
      if (attempt >= tries) throw unanswered(error);
      const first = Math.min(longestPauseMs, worker.context.config.pushSettleMs);
      await pause(first * 2 ** (attempt - 1), undefined, { signal: worker.job.signal });
    }
  }
}

/** As long as the tracker asked for; where it gave no number a minute, and longer each time. */
function waitForLimit(worker: Worker, error: TrackerError, attempt: number): Promise<never> {
  const seconds = error.retryAfterSeconds ?? withoutNumberSeconds * 2 ** (attempt - 1);
  return sleep(worker, seconds, error.message);
}

const unanswered = (error: TrackerError) =>
  new Stop(
    `${error.message} Push again to go on.`,
    error.code === "timeout" ? "upstream_timeout" : "upstream_error",
  );
