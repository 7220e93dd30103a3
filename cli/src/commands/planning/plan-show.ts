import { getPlanTree } from "@groundplan/contract";
import { ownCommand } from "../../../../contract/src/own-command.ts";
import { command } from "../../command.ts";
import { asPlan } from "../../handles.ts";
import { locatePlan } from "../../locate-plan.ts";
import { say, sayJson } from "../../output.ts";
import { readPlans } from "../../plan/read-plans.ts";
import { headings, rowsOf } from "../../plan/rows.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";
import { sayTable } from "../../table.ts";

export const showPlan = () =>
  command(
    "show",
    "show a plan with its sub-plans and specs, and what waits for what",
    "groundplan plan show PLAN-1",
  )
    .argument("<plan>", "its handle, such as PLAN-1", asPlan)
    .option("--project <slug>", "the project; found by the handle if omitted")
    .option("--json", "print {plan, children}, without the specs")
    .action(async (plan: string, { project, json }: { project?: string; json?: true }) => {
      const settings = readSettings();
      const client = connect(settings);
      const params = await locatePlan(client, plan, project ?? settings.project);
      const tree = await client.call(getPlanTree, { params });
      if (json) return sayJson(tree);
      const plans = await readPlans(client, params.projectSlug, tree);
      sayTable(headings, rowsOf(plans));
      if (plans.every(({ specs }) => specs.length === 0))
        say(
          "",
          "It has no specs yet. Add one, for example:",
          `  ${ownCommand} spec create ${plan} "Sign in"`,
        );
    });
