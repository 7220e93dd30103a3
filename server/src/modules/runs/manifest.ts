import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { runAnswer } from "./answer-run.ts";
import { dropCeilings, sweepCeilings } from "./ceilings/sweep-ceilings.ts";
import { runContinue } from "./continue-run.ts";
import { runEstimate } from "./estimate-run.ts";
import { runGet, runStepGet, runsList } from "./read-runs.ts";
import { runStart, saveRun } from "./start-run.ts";
import { beginCall } from "./steps/begin-call.ts";
import { failRun } from "./steps/end-run.ts";
import { stepJob } from "./steps/enqueue-step.ts";
import { keepCall, keepFailedCall, loseCall } from "./steps/keep-call.ts";
import { keepOpening } from "./steps/keep-opening.ts";
import { keepTool } from "./steps/keep-tool.ts";
import { giveUpStep, runStep } from "./steps/step-job.ts";
import { runStop, saveStop } from "./stop-run.ts";
import { runStream } from "./stream-run.ts";

export const runs: Module<Context> = {
  name: "runs",
  handlers: [
    ...[runStart, runEstimate, runStop, runAnswer, runContinue],
    ...[runsList, runGet, runStepGet, runStream],
  ],
  commands: [
    ...[saveRun, saveStop, keepOpening, beginCall],
    ...[keepCall, keepFailedCall, loseCall, keepTool, failRun, dropCeilings],
  ],
  jobs: {
    [stepJob]: { run: runStep, giveUp: giveUpStep, attempts: 5, share: { atOnce: 4 } },
    "runs.sweepCeilings": { run: sweepCeilings, attempts: 10, everySeconds: 86_400 },
  },
  tables: { runs: "kept", run_steps: "kept", token_ceilings: "kept" },
  events: ["run.started", "run.waiting", "run.paused", "run.ended"],
};
