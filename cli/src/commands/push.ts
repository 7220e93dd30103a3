import { type Provider, provider as providers, pushPlan } from "@groundplan/contract";
import { Command, Option } from "commander";
import { sayJson } from "../output.ts";
import { findProject } from "../push/find-project.ts";
import { followPush } from "../push/follow.ts";
import { createProgress } from "../push/progress.ts";
import { sayPush } from "../push/say.ts";
import { connect } from "../service.ts";

/** The trackers' own names, beside those of the API. */
const trackers: Record<string, Provider> = {
  ...{ linear: "tracker_a", jira: "tracker_b", github: "tracker_c" },
  ...providers.enum,
};

interface Options {
  project?: string;
  dryRun?: true;
  provider?: string;
  holdBelowReady?: true;
  json?: true;
}

export const push = () =>
  new Command("push")
    .description("put a plan on the connected tracker, and follow it until it ends")
    .argument("<plan>", "its handle, such as PLAN-1")
    .option("--project <slug>", "the project that holds it; looked for unless given")
    .option("--dry-run", "say what would happen; write nothing")
    .addOption(
      new Option("--provider <provider>", "the tracker; the project's own unless given").choices(
        Object.keys(trackers),
      ),
    )
    .option("--hold-below-ready", "leave specs below Ready out")
    .option("--json", "print {push}; progress goes to standard error")
    .action(async (planShortId: string, { project, json, provider, ...wanted }: Options) => {
      const progress = createProgress(process.stderr);
      const { client } = connect(progress.show);
      const run = async () => {
        const projectSlug = project ?? (await findProject(client, planShortId));
        const params = { projectSlug, planShortId };
        const body = { ...wanted, provider: provider === undefined ? provider : trackers[provider] };
        const headers = { prefer: "respond-async" };
        const { push } = await client.call(pushPlan, { params, body }, { headers });
        const { pushId } = push;
        return pushId === null ? push : followPush(client, { ...params, pushId }, progress);
      };
      const ended = await run().finally(progress.end);
      if (json) sayJson({ push: ended });
      else sayPush(ended);
      if (ended.status === "failed" || ended.status === "partial") process.exitCode = 1;
    });
