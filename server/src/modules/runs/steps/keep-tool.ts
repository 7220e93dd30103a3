import type { StepKind } from "@groundplan/contract";
import { command } from "../../../dispatch/commands.ts";
import { finishClaim } from "../../../jobs/queue.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { addStep, changeRun, type StepData } from "../store.ts";
import { applyEffect, type Effect } from "../tools/effect.ts";
import { endRun, letWait, type OfStep, runAtWork, workspaceOf } from "./end-run.ts";
import { enqueueStep } from "./enqueue-step.ts";
import { badAnswer } from "./keep-call.ts";

/** A tool's step with its effect. */
export interface DoneTool {
  callId: string;
  kind: StepKind;
  title: string;
  detail: string;
  /** The arguments as the model gave them. */
  request: string;
  /** The text that the model is told. */
  answer: string;
  data: StepData;
  effect?: Effect | undefined;
  /** What the model did, if the run fails by it. */
  failedBy?: string | undefined;
}

/** What the run does after a tool. */
export type After = "goes on" | "waits" | "has ended";

/** Keeps a tool's step with its effect in one transaction; after the last one of an answer the next call follows. */
export const keepTool = command(
  "runs.keepTool",
  workspaceOf,
  async (tx: Tx, input: OfStep & { done: DoneTool; isLast: boolean }): Promise<After> => {
    const found = await runAtWork(tx, input);
    if (!found) return "has ended";
    const { done, isLast } = input;
    if (isLast) await finishClaim(tx, input.claim);
    const run = await changeRun(tx, found, { last_step: found.last_step + 1 });
    const made = done.effect ? await applyEffect(tx, run, done.effect) : {};
    const asks = done.effect?.kind === "ask";
    await addStep(tx, run, {
      kind: done.kind,
      state: asks ? "open" : "done",
      title: done.title,
      detail: done.detail,
      data: JSON.stringify({ ...done.data, ...made }),
      call_id: done.callId,
      request: done.request,
      answer: done.answer,
    });
    if (done.failedBy !== undefined) {
      await endRun(tx, run, "failed", { error: badAnswer(done.failedBy) });
      return "has ended";
    }
    if (done.effect?.kind === "finish") {
      await endRun(tx, run, "done");
      return "has ended";
    }
    if (!isLast) return "goes on";
    if (asks || (await hasOpenQuestion(tx, run.workspace_id, run.id))) {
      await letWait(tx, run);
      return "waits";
    }
    await enqueueStep(tx, run);
    return "goes on";
  },
);

async function hasOpenQuestion(tx: Tx, workspaceId: string, runId: string): Promise<boolean> {
  const open = await tx
    .selectFrom("run_steps")
    .select("n")
    .where("workspace_id", "=", workspaceId)
    .where("run_id", "=", runId)
    .where("kind", "=", "ask")
    .where("state", "=", "open")
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
