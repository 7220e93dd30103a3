import {
  archivePlan as archive,
  deletePlan as deleteEndpoint,
  duplicatePlan as duplicate,
  movePlan as move,
  restorePlan as restore,
} from "@groundplan/contract";
import { Option } from "commander";
import { command } from "../../command.ts";
import { confirm } from "../../confirm.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { asPlan } from "../../handles.ts";
import { asName, given, jsonOption, projectOption, yesOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { type Common, openSession } from "../../session.ts";
import { sayPlan } from "./say-plan.ts";

const about = "its handle, such as PLAN-1";

interface Moving extends Common {
  under?: string;
  root?: true;
  to?: string;
}

export const movePlan = () =>
  command(
    "move",
    "move a plan under another one, to the top, or to another project",
    "groundplan plan move PLAN-3 --under PLAN-1",
    "groundplan plan move PLAN-3 --to mobile",
  )
    .argument("<plan>", about, asPlan)
    .option("--under <plan>", "the plan that gets it as a sub-plan", asPlan)
    .addOption(new Option("--root", "make it a plan of its own").conflicts("under"))
    .option("--to <project>", "the project that gets it")
    .addOption(projectOption())
    .addOption(jsonOption("{plan}"))
    .action(async (handle: string, { under, root, to, ...options }: Moving) => {
      if (under === undefined && !root && to === undefined)
        throw new Failure("Say where to: --under PLAN, --root or --to PROJECT.", {
          exitCode: exitCodes.usage,
        });
      const { client, plan } = openSession(options);
      const moved = await client.call(move, {
        params: await plan(handle),
        body: given({ projectSlug: to, parentPlanId: root ? null : under }),
      });
      if (options.json) return sayJson(moved);
      sayPlan(moved);
      for (const { title } of moved.leftSources ?? [])
        say(printable(`It no longer reads the context source "${title}" of its old place.`));
    });

interface Duplicating extends Common {
  name?: string;
  to?: string;
  specs: boolean;
  subPlans: boolean;
}

export const duplicatePlan = () =>
  command("duplicate", "copy a plan or a template", 'groundplan plan duplicate PLAN-1 --name "Next launch"')
    .argument("<plan>", about, asPlan)
    .option("--name <name>", "the name of the copy", asName)
    .option("--to <project>", "the project that gets the copy")
    .option("--no-specs", "without its specs")
    .option("--no-sub-plans", "without its sub-plans")
    .addOption(projectOption())
    .addOption(jsonOption("{plan}"))
    .action(async (handle: string, { name, to, specs, subPlans, ...options }: Duplicating) => {
      const { client, plan } = openSession(options);
      const copied = await client.call(duplicate, {
        params: await plan(handle),
        body: given({ name, projectSlug: to, withSpecs: specs, withSubPlans: subPlans }),
      });
      if (options.json) return sayJson(copied);
      sayPlan(copied);
    });

export const archivePlan = () =>
  command("archive", "archive a plan and its sub-plans", "groundplan plan archive PLAN-1")
    .argument("<plan>", about, asPlan)
    .addOption(projectOption())
    .addOption(jsonOption("{plan}"))
    .action(async (handle: string, options: Common) => {
      const { client, plan } = openSession(options);
      const archived = await client.call(archive, { params: await plan(handle) });
      if (options.json) return sayJson(archived);
      say(`${handle} is archived. \`groundplan plan restore ${handle}\` brings it back.`);
    });

export const restorePlan = () =>
  command("restore", "restore an archived plan", "groundplan plan restore PLAN-1")
    .argument("<plan>", "its handle, as `groundplan plan list --archived` lists it", asPlan)
    .addOption(projectOption())
    .addOption(jsonOption("{plan}"))
    .action(async (handle: string, options: Common) => {
      const { client, plan } = openSession(options);
      const restored = await client.call(restore, { params: await plan(handle) });
      if (options.json) return sayJson(restored);
      sayPlan(restored);
    });

export const deletePlan = () =>
  command(
    "delete",
    "delete a plan and its sub-plans for good",
    "groundplan plan delete PLAN-1 --yes",
    "groundplan plan archive PLAN-1   # can be restored for a time",
  )
    .argument("<plan>", about, asPlan)
    .addOption(yesOption())
    .addOption(projectOption())
    .addOption(jsonOption("{deleted}"))
    .action(async (handle: string, { yes, ...options }: Common & { yes?: true }) => {
      const { client, plan } = openSession(options);
      const params = await plan(handle);
      await confirm(`This deletes ${handle} with its sub-plans and specs for good.`, yes);
      const answer = await client.call(deleteEndpoint, { params });
      if (options.json) return sayJson(answer);
      say(`${handle} is deleted.`);
    });
