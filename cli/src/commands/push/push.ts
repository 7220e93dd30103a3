import { pushPlan } from "@groundplan/contract";
import { Option } from "commander";
import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { asPlan } from "../../handles.ts";
import { locatePlan } from "../../locate-plan.ts";
import { sayJson } from "../../output.ts";
import { createProgress } from "../../progress.ts";
import { cancelRunning } from "../../push/cancel.ts";
import { followPush } from "../../push/follow.ts";
import { interrupted, untilInterrupted } from "../../push/interrupted.ts";
import { sayPush } from "../../push/say.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";
import { trackers } from "../../trackers.ts";

interface Options {
  project?: string;
  dryRun?: true;
  provider?: string;
  holdBelowReady?: true;
  includeDone?: true;
  overwrite?: true;
  recreate?: true;
  release?: true;
  cancel?: true;
  json?: true;
}

export const push = () =>
  command(
    "push",
    "push a plan to the connected tracker, and follow the push until it ends",
    "groundplan push PLAN-1 --dry-run",
    "groundplan push PLAN-1",
    "groundplan push PLAN-1 --cancel",
  )
    .argument("<plan>", "its handle, such as PLAN-1", asPlan)
    .option("--project <slug>", "the project; found by the handle if omitted")
    .option("--dry-run", "print what would happen, without writing anything")
    .addOption(
      new Option("--provider <provider>", "the tracker; the project's own unless given").choices(
        Object.keys(trackers),
      ),
    )
    .option("--hold-below-ready", "leave specs below Ready out")
    .option(
      "--include-done",
      "also push specs that are done or cancelled and were never pushed; by default they are left out and counted",
    )
    .option(
      "--overwrite",
      "overwrite fields that were edited both here and in the tracker; by default they are left and reported",
    )
    .addOption(
      new Option(
        "--recreate",
        "create again what was deleted in the tracker or can no longer be seen there; by default it is left and reported",
      ).conflicts("release"),
    )
    .option(
      "--release",
      "release it instead: the spec has no issue any more, and a later push creates a new one",
    )
    .addOption(
      new Option("--cancel", "end the current push of this plan; completed writes stay").conflicts([
        "dryRun",
        "provider",
        "holdBelowReady",
        "includeDone",
        "overwrite",
        "recreate",
        "release",
      ]),
    )
    .option("--json", "print {push}; progress goes to standard error")
    .action(async (planShortId: string, { project, json, ...options }: Options) => {
      const progress = createProgress(process.stderr);
      const settings = readSettings();
      const client = connect(settings, progress.show);
      const run = async () => {
        const params = await locatePlan(client, planShortId, project ?? settings.project);
        if (options.cancel) return cancelRunning(client, params);
        const headers = { prefer: "respond-async" };
        const { push } = await client.call(pushPlan, { params, body: bodyOf(options) }, { headers });
        const { pushId } = push;
        if (pushId === null) return push;
        return untilInterrupted((signal) => followPush(client, { ...params, pushId }, progress, signal));
      };
      const ended = await run().finally(progress.end);
      if (ended === interrupted) {
        const again = `groundplan push ${planShortId}`;
        process.stderr.write(
          `The push continues in the service. \`${again}\` follows it, \`${again} --cancel\` ends it.\n`,
        );
        process.exitCode = exitCodes.interrupted;
        return;
      }
      if (json) sayJson({ push: ended });
      else sayPush(ended);
      if (!options.cancel && (ended.status === "failed" || ended.status === "partial"))
        process.exitCode = exitCodes.failure;
    });

function bodyOf({ provider, overwrite, recreate, release, dryRun, ...flags }: Options) {
  return {
    dryRun,
    holdBelowReady: flags.holdBelowReady,
    includeDone: flags.includeDone,
    ...(provider === undefined ? {} : { provider: trackers[provider] }),
    ...(overwrite ? { onConflict: "overwrite" as const } : {}),
    ...(recreate ? { onGone: "recreate" as const } : {}),
    ...(release ? { onGone: "release" as const } : {}),
  };
}
