import { listSpecs as endpoint } from "@groundplan/contract";
import { Command } from "commander";
import { asPlan } from "../handles.ts";
import { statusLabels } from "../labels.ts";
import { locatePlan } from "../locate-plan.ts";
import { say, sayJson } from "../output.ts";
import { connect } from "../service.ts";
import { readSettings } from "../settings.ts";
import { sayTable } from "../table.ts";

export const listSpecs = () =>
  new Command("list")
    .description("list the specs of a plan, without its sub-plans")
    .argument("<plan>", "its handle, such as PLAN-1", asPlan)
    .option("--project <slug>", "the project; found by the handle if omitted")
    .option("--json", "print {specs}")
    .action(async (plan: string, { project, json }: { project?: string; json?: true }) => {
      const settings = readSettings();
      const client = connect(settings);
      const params = await locatePlan(client, plan, project ?? settings.project);
      const specs = await Array.fromAsync(client.pages(endpoint, { params }, "specs"));
      if (json) return sayJson({ specs });
      if (specs.length === 0)
        return say(`${plan} has no specs yet. \`groundplan plan show ${plan}\` shows its sub-plans.`);
      sayTable(
        ["SPEC", "STATUS", "READINESS", "EFFORT", "TITLE"],
        specs.map(({ shortId, status, readinessLabel, effortLabel, title }) => [
          shortId,
          statusLabels[status],
          readinessLabel ?? "",
          effortLabel ?? "",
          title,
        ]),
      );
    });
