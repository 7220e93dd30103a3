import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { recordPeople } from "./execute/find-assignees.ts";
import { finishPush } from "./execute/finish-push.ts";
import { recordIntents } from "./execute/intents/record-intents.ts";
import { recordCaveats, recordOutcomes } from "./execute/outcomes/record-outcomes.ts";
import { recordParts } from "./execute/outcomes/record-parts.ts";
import { recordRequired } from "./execute/required-fields.ts";
import { giveUpPush, runPush } from "./execute/run-push.ts";
import { beginPush, saveSteps } from "./execute/save-steps.ts";
import { recordAwake, recordOff, recordSleep } from "./execute/sleep.ts";
import { recordGone } from "./execute/tracker-calls/gone-issues.ts";
import { recordForecast, recordWait } from "./execute/waits.ts";
import { noteLooks } from "./ledger/seen-items.ts";
import { recordPicture } from "./pictures/record-picture.ts";
import { pushCancel, pushRetry } from "./routes/end-push.ts";
import { projectTracker, projectTrackerSet } from "./routes/project-tracker.ts";
import { planPush } from "./routes/push-plan.ts";
import { pushStatus } from "./routes/push-status.ts";
import { pushesList, pushGet } from "./routes/read-pushes.ts";
import { saveTarget } from "./routes/save-target.ts";
import { jobKindOfPush, startPush } from "./routes/start-push.ts";
import { unfinishedPushes } from "./unfinished.ts";

export const push: Module<Context> = {
  name: "push",
  handlers: [
    ...[planPush, pushesList, pushGet, pushStatus, pushCancel, pushRetry],
    ...[projectTracker, projectTrackerSet],
  ],
  commands: [
    ...[
      saveTarget,
      startPush,
      saveSteps,
      beginPush,
      recordIntents,
      recordParts,
      recordRequired,
      recordOutcomes,
      recordGone,
      noteLooks,
    ],
    ...[recordWait, recordCaveats, recordForecast, finishPush],
    ...[recordSleep, recordOff, recordAwake, recordPicture, recordPeople],
  ],
  // A push gives up by itself; the job repeats only after a database outage or an exit.
  jobs: { [jobKindOfPush]: { run: runPush, giveUp: giveUpPush, attempts: 100 } },
  gauges: [unfinishedPushes],
  tables: {
    pushes: "kept",
    push_steps: "kept",
    push_items: "kept",
    pushed_pictures: "kept",
    tracker_polls: "kept",
  },
  events: ["push.started", "push.step", "push.cancelled", "push.finished", "project.tracker_set"],
};
