import { briefBudget, getBrief } from "@groundplan/contract";
import { InvalidArgumentError } from "commander";
import { command } from "../../command.ts";
import { specOf } from "../../handles.ts";
import { locatePlan } from "../../locate-plan.ts";
import { sayJson } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";
import { sayMarkdown } from "../../terminal-markdown/say-markdown.ts";

interface Options {
  budget?: string;
  project?: string;
  json?: true;
}

const { least, most, usual } = briefBudget;

export const brief = () =>
  command(
    "brief",
    "print what an agent should read to build a spec",
    "groundplan brief PLAN-1/SPEC-2 --budget 8000",
  )
    .argument("<handles...>", "the plan's and the spec's, such as PLAN-1/SPEC-2 or PLAN-1 SPEC-2")
    .option("--budget <tokens>", `the most tokens, from ${least} to ${most}; ${usual} unless set`, asBudget)
    .option("--project <slug>", "the project; found by the handle if omitted")
    .option("--json", "print {brief}, which says what was left out")
    .action(async (handles: string[], { budget, project, json }: Options) => {
      const { planShortId, specShortId } = specOf(handles);
      const settings = readSettings();
      const client = connect(settings);
      const plan = await locatePlan(client, planShortId, project ?? settings.project);
      const found = await client.call(getBrief, { params: { ...plan, specShortId }, query: { budget } });
      if (json) return sayJson(found);
      sayMarkdown(found.brief.text);
    });

function asBudget(value: string): string {
  const tokens = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (tokens < least || tokens > most)
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  return value;
}
