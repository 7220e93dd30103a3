import { type Run, stopRun } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { readableRun, requireStopper } from "./access.ts";
import { presentRun } from "./present.ts";
import { endRun } from "./steps/end-run.ts";
import { liveOf } from "./steps/live.ts";
import { loseOpenCall } from "./steps/lose-open-call.ts";
import { keyOf, namedRun } from "./store.ts";

interface Stop {
  actor: Actor;
  params: { projectSlug: string; planShortId: string; runId: string };
}

/** Stops a run. An action, since its call may be made by this process. */
export const runStop = action(
  stopRun,
  async (context: Context, actor, { params }) => {
    const run = await context.writer.run(saveStop, { actor, params });
    liveOf(context).calls.get(run.id)?.abort();
    return { body: { run } };
  },
  { discloses: disclosesNothing },
);

export const saveStop = command(
  "runs.stop",
  ({ actor }: Stop) => actor.workspaceId,
  async (tx: Tx, { actor: before, params }: Stop): Promise<Run> => {
    const actor = await reloadActor(tx, before);
    const { plan, run } = await readableRun(tx, actor, params);
    await requireStopper(tx, actor, plan, run);
    if (run.ended_at === null) {
      await loseOpenCall(tx, run, "Stopped during this call");
      await endRun(tx, run, "stopped", { by: actor });
    }
    return presentRun(await namedRun(tx, keyOf(run)), plan);
  },
);
