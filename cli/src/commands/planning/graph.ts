import { getGraph } from "@groundplan/contract";
import { Option } from "commander";
import { command } from "../../command.ts";
import { mermaidOf } from "../../graph/mermaid.ts";
import { sayWaves } from "../../graph/waves.ts";
import { asPlan } from "../../handles.ts";
import { locatePlan } from "../../locate-plan.ts";
import { say, sayJson } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";

interface Options {
  project?: string;
  mermaid?: true;
  json?: true;
}

export const graph = () =>
  command(
    "graph",
    "show in which waves a plan and its sub-plans can be built, and what decides how long it takes",
    "groundplan graph PLAN-1",
    "groundplan graph PLAN-1 --mermaid > plan.mmd",
  )
    .argument("<plan>", "its handle, such as PLAN-1", asPlan)
    .option("--project <slug>", "the project; found by the handle if omitted")
    .option("--mermaid", "print a Mermaid flowchart, for a page that draws it")
    .addOption(
      new Option("--json", "print {nodes, edges, waves, criticalPath, next, …}").conflicts("mermaid"),
    )
    .action(async (plan: string, { project, mermaid, json }: Options) => {
      const settings = readSettings();
      const client = connect(settings);
      const params = await locatePlan(client, plan, project ?? settings.project);
      const found = await client.call(getGraph, { params });
      if (json) sayJson(found);
      else if (mermaid) say(...mermaidOf(plan, found));
      else sayWaves(plan, found);
    });
