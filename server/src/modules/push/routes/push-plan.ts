import { setTimeout as pause } from "node:timers/promises";
import { type PushResult, pushPlan } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { type ActionRequest, action, disclosesNothing } from "../../../dispatch/handlers.ts";
import { type ApiError, notFound, upstreamFailed } from "../../../errors.ts";
import type { Db } from "../../../storage/dialect.ts";
import { requireSite } from "../../connectors/open-connection.ts";
import type { Context } from "../../context.ts";
import { reloadActor } from "../../identity/credential-kinds.ts";
import { readablePlan, referencedPlan } from "../../plans/access.ts";
import { findPush, type PushRow } from "../ledger/pushes.ts";
import { dryRun } from "./dry-run.ts";
import { type PushInput, requirePush, type Start, startPush } from "./start-push.ts";
import { presentPush } from "./visible-push.ts";

/** The stored part of an answer; null for a dry run. */
interface Kept {
  push: Pick<PushResult, "pushId">;
}

const pollMs = 50;

/**
 * Pushes a plan as a job and waits a while; a longer push is answered as `running`. `Prefer: respond-async`
 * skips the wait. A replay uses current visibility.
 */
export const planPush = action(
  pushPlan,
  async (context: Context, actor, input, request) => {
    const { db, writer, jobs } = context;
    const allowed = await requirePush(db, actor, input);
    if (input.body.dryRun) return { body: { push: await dryRun(context, actor, allowed) } };
    requireSite(context.config, allowed.connection);

    const start: Start = { actor, input };
    const pushId = await writer.run(startPush, start);
    jobs.wake();
    const push = await awaitEnd(context, actor, pushId, request);
    // The actor's rights may have changed during the wait.
    const result = await resultOf(db, await reloadActor(db, actor), input, push);
    if (push.error_code) throw nothingWritten(push, result);
    if (request.respondAsync && push.finished_at === null)
      return { status: 202, body: { push: { ...result, status: "queued" as const } } };
    return { body: { push: result } };
  },
  {
    discloses: disclosesNothing, // `replay` checks everything again.
    replay: {
      // A dry run's preview may be long.
      keep: ({ push: { pushId } }) => ({ push: { pushId } }),
      answer: async (context: Context, actor, input, { push: { pushId } }: Kept) => {
        const { db } = context;
        if (pushId === null)
          return { push: await dryRun(context, actor, await requirePush(db, actor, input)) };
        const push = await findPush(db, actor.workspaceId, pushId);
        if (!push) throw notFound("plan"); // The plan was deleted since, and its pushes with it.
        return { push: await resultOf(db, actor, input, push) };
      },
    },
  },
);

/** Returns the push once ended, or its state at the timeout or a drain. */
async function awaitEnd(
  context: Context,
  actor: Actor,
  pushId: string,
  request: ActionRequest,
): Promise<PushRow> {
  const deadline = Date.now() + (request.respondAsync ? 0 : context.config.pushWaitMs);
  for (;;) {
    const push = await findPush(context.db, actor.workspaceId, pushId);
    if (!push) throw notFound("plan"); // The plan was deleted meanwhile, and its pushes with it.
    if (push.finished_at !== null || Date.now() >= deadline || request.signal.aborted) return push;
    await pause(pollMs);
  }
}

/** Returns the push that the plan joined, if any. */
async function resultOf(db: Db, actor: Actor, { params }: PushInput, push: PushRow): Promise<PushResult> {
  await readablePlan(db, actor, params);
  const pushed = await referencedPlan(db, actor, push.plan_id);
  const presented = await presentPush(db, actor, pushed, push);
  const { startedAt: _, finishedAt: __, waitsUntil: ___, ...result } = presented;
  return result;
}

/** Returns 502 or 504, for pushes without writes only (decisions section 3, push body). */
function nothingWritten({ error_code, failure_reason, provider }: PushRow, result: PushResult): ApiError {
  const reason = failure_reason ?? (error_code === "upstream_timeout" ? "timeout" : "status");
  return upstreamFailed(provider, reason, result.caveats[0] ?? result.message);
}
