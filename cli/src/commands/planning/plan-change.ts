import { createPlan as create, type PlanStatus, planStatus, updatePlan } from "@groundplan/contract";
import { Option } from "commander";
import { readText } from "../../api/read-input.ts";
import { command } from "../../command.ts";
import { asPlan } from "../../handles.ts";
import { asName, choiceOf, fileOption, given, jsonOption, projectOption, wordOf } from "../../options.ts";
import { sayJson } from "../../output.ts";
import { findMember } from "../../people.ts";
import { openSession, type Session } from "../../session.ts";
import { sayPlan } from "./say-plan.ts";

interface Options {
  name?: string;
  status?: string;
  parent?: string;
  private?: true;
  team?: true;
  lead?: string;
  target?: string;
  file?: string;
  template?: boolean;
  project?: string;
  json?: true;
}

const privateOption = () => new Option("--private", "only you and those you share it with see it");
const leadOption = () => new Option("--lead <email>", "the member who leads the work; none for nobody");
const targetOption = () =>
  new Option("--target <day>", "the day it is planned for, such as 2027-01-31; none for none");

export const createPlan = () =>
  command(
    "create",
    "create a plan, or a sub-plan",
    "groundplan plan create Launch --project web",
    "groundplan plan create Billing --parent PLAN-1",
    "groundplan plan create Launch --file launch.md   # with a description",
  )
    .argument("<name>", "its name", asName)
    .option("--project <slug>", "the project; with --parent found by its handle if omitted")
    .option("--parent <plan>", "the plan that gets it as a sub-plan", asPlan)
    .addOption(privateOption())
    .addOption(leadOption())
    .addOption(targetOption())
    .addOption(fileOption("the description, in markdown"))
    .addOption(jsonOption("{plan}"))
    .action(async (name: string, { parent, private: isPrivate, ...options }: Options) => {
      const session = openSession(options);
      const place = parent === undefined ? session.project() : await session.plan(parent);
      const created = await session.client.call(create, {
        params: { projectSlug: place.projectSlug },
        body: {
          name,
          ...given({
            parentPlanId: parent,
            visibility: isPrivate && ("PRIVATE" as const),
          }),
          ...(await describedBy(session, options)),
        },
      });
      if (options.json) return sayJson(created);
      sayPlan(created);
    });

export const changePlan = () =>
  command(
    "edit",
    "change a plan's name, status, description, lead, target day or visibility",
    "groundplan plan edit PLAN-1 --status ready   # opens it for building",
    "groundplan plan edit PLAN-1 --name Launch --file launch.md",
  )
    .argument("<plan>", "its handle, such as PLAN-1", asPlan)
    .option("--name <name>", "its new name", asName)
    .addOption(new Option("--status <status>", "its new status").choices(planStatus.options.map(choiceOf)))
    .addOption(privateOption().conflicts("team"))
    .option("--team", "all members see it")
    .option("--template", "make it a template, to be duplicated")
    .option("--no-template", "make it a plan again")
    .addOption(leadOption())
    .addOption(targetOption())
    .addOption(fileOption("the description, in markdown"))
    .addOption(projectOption())
    .addOption(jsonOption("{plan}"))
    .action(async (handle: string, options: Options) => {
      const session = openSession(options);
      const { name, status, team, private: isPrivate, template } = options;
      const changed = await session.client.call(updatePlan, {
        params: await session.plan(handle),
        body: {
          ...given({
            name,
            status: wordOf<PlanStatus>(status),
            visibility: isPrivate ? ("PRIVATE" as const) : team && ("TEAM" as const),
            template,
          }),
          ...(await describedBy(session, options)),
        },
      });
      if (options.json) return sayJson(changed);
      sayPlan(changed);
    });

async function describedBy({ client }: Session, { file, lead, target }: Options) {
  const leader = lead === undefined || lead === "none" ? undefined : await findMember(client, lead);
  return given({
    description: file === undefined ? undefined : await readText(file),
    leadUserId: lead === "none" ? null : leader?.userId,
    targetDate: target === "none" ? null : target,
  });
}
