import { setTimeout as pause } from "node:timers/promises";
import { type PushResult, pushPlan } from "@groundplan/contract";
import type { Context } from "../../context.ts";
import { type ActionRequest, action } from "../../dispatch/handlers.ts";
import { ApiError, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { requireSite } from "../connectors/open-connection.ts";
import { type Actor, admit } from "../identity/actor.ts";
import { readablePlan, referencedPlan } from "../plans/access.ts";
import { dryRun } from "./dry-run.ts";
import { presentRuns } from "./present.ts";
import { findRun, type RunRow } from "./runs.ts";
import { type PushInput, requirePush, type Start, startPush } from "./start.ts";

const lookEveryMs = 50;

/**
 * Pushes a plan as a job and waits for it a while; a longer push goes on (`running`). Asked with `Prefer:
 * respond-async` it waits for nothing. A replay tells its reader the same push as it is now, or the dry run anew:
 * what the kept answer names, they may no longer read.
 */
export const planPush = action(
  pushPlan,
  async (context, actor, input, request) => {
    const { db, writer, jobs } = context;
    const allowed = await requirePush(db, actor, input);
    if (input.body.dryRun) return { body: { push: await dryRun(context, actor, allowed) } };
    requireSite(context.config, allowed.connection);

    const start: Start = { actor, input };
    const runId = (await writer.run({ name: startPush.name, actor: null, input: start })).body as string;
    jobs.wake();
    const run = await awaitEnd(context, actor, runId, request);
    // Much may have happened while it waited.
    const push = await told(db, await admit(db, actor), input, run);
    if (run.error_code) throw nothingWritten(run, push);
    if (request.respondAsync && run.finished_at === null)
      return { status: 202, body: { push: { ...push, status: "queued" as const } } };
    return { body: { push } };
  },
  {
    replay: async (context, actor, input, { push: { pushId } }) => {
      const { db } = context;
      if (pushId === null) return { push: await dryRun(context, actor, await requirePush(db, actor, input)) };
      const run = await findRun(db, actor.workspaceId, pushId);
      if (!run) throw notFound("plan"); // It was deleted since, and its pushes with it.
      return { push: await told(db, actor, input, run) };
    },
  },
);

/** The run as it ended, or as it is when the time is over or the process drains. */
async function awaitEnd(
  context: Context,
  actor: Actor,
  runId: string,
  request: ActionRequest,
): Promise<RunRow> {
  const deadline = Date.now() + (request.respondAsync ? 0 : context.config.pushWaitMs);
  for (;;) {
    const run = await findRun(context.db, actor.workspaceId, runId);
    if (!run) throw notFound("plan"); // It was deleted meanwhile, and its pushes with it.
    if (run.finished_at !== null || Date.now() >= deadline || request.signal.aborted) return run;
    await pause(lookEveryMs);
  }
}

/** A run in what the actor may see of it now. It can be that of another plan, which was joined and is elsewhere. */
async function told(db: Db, actor: Actor, { params }: PushInput, run: RunRow): Promise<PushResult> {
  await readablePlan(db, actor, params);
  const pushed = await referencedPlan(db, actor, run.plan_id);
  const [push] = await presentRuns(db, actor, pushed, [run]);
  if (!push) throw notFound("plan");
  const { startedAt: _, finishedAt: __, waitsUntil: ___, ...result } = push;
  return result;
}

/** 502 and 504 only where nothing was written yet (decisions section 3, push body). */
function nothingWritten({ error_code, provider }: RunRow, push: PushResult): ApiError {
  const code = error_code === "upstream_timeout" ? "upstream_timeout" : "upstream_error";
  return new ApiError(code, push.caveats[0] ?? push.message, { provider });
}
