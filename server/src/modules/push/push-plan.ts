import { setTimeout as pause } from "node:timers/promises";
import { type PushResult, pushPlan } from "@groundplan/contract";
import type { Context } from "../../context.ts";
import { type ActionRequest, action } from "../../dispatch/handlers.ts";
import { ApiError, notFound } from "../../errors.ts";
import { requireConnection } from "../connectors/access.ts";
import { entryOf } from "../connectors/catalog.ts";
import { requireSite } from "../connectors/open-connection.ts";
import { type Actor, admit } from "../identity/actor.ts";
import { readablePlan, referencedPlan } from "../plans/access.ts";
import { dryRun } from "./dry-run.ts";
import { presentRuns } from "./present.ts";
import { findRun, type RunRow } from "./runs.ts";
import { requirePush, type Start, startPush } from "./start.ts";

const lookEveryMs = 50;

/**
 * Pushes a plan as a job and waits for it a while; a longer push goes on (`running`). Asked with `Prefer:
 * respond-async` it waits for nothing.
 */
export const planPush = action(pushPlan, async (context, actor, input, request) => {
  const { db, writer, jobs } = context;
  const allowed = await requirePush(db, actor, input);
  if (input.body.dryRun) return { body: { push: await dryRun(db, actor, allowed) } };
  const entry = entryOf(allowed.provider);
  requireSite(context.config, await requireConnection(db, actor.workspaceId, entry));

  const start: Start = { actor, input };
  const runId = (await writer.run({ name: startPush.name, actor: null, input: start })).body as string;
  jobs.wake();
  const run = await awaitEnd(context, actor, runId, request);
  // Much may have happened while it waited.
  const now = await admit(db, actor);
  await readablePlan(db, now, input.params);
  // It may have joined the push of another plan, which is elsewhere by now.
  const pushed = await referencedPlan(db, now, run.plan_id);
  const [shown] = await presentRuns(db, now, pushed, [run]);
  if (!shown) throw notFound("plan");
  const { startedAt: _, finishedAt: __, ...push } = shown;
  if (run.error_code) throw nothingWritten(run, push);
  if (request.respondAsync && run.finished_at === null)
    return { status: 202, body: { push: { ...push, status: "queued" as const } } };
  return { body: { push } };
});

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

/** 502 and 504 only where nothing was written yet (decisions section 3, push body). */
function nothingWritten({ error_code, provider }: RunRow, push: PushResult): ApiError {
  const code = error_code === "upstream_timeout" ? "upstream_timeout" : "upstream_error";
  return new ApiError(code, push.caveats[0] ?? push.message, { provider });
}
