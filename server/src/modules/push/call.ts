import type { Intent } from "./intend.ts";
import { noteNotSent, noteSent } from "./outcomes.ts";
import { patiently, waitForLimit } from "./patience.ts";
import type { StepRow } from "./runs.ts";
import { type Item, TrackerError } from "./trackers/tracker.ts";
import { commit, type OpenWorker, Stop } from "./worker.ts";

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
