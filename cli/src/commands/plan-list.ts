import { listPlans as endpoint } from "@groundplan/contract";
import { Command } from "commander";
import { printable, say, sayJson } from "../output.ts";
import { connect } from "../service.ts";
import { projectOf, readSettings } from "../settings.ts";

export const listPlans = () =>
  new Command("list")
    .description("list the plans of a project")
    .option("--project <slug>", "the project")
    .option("--json", "print {plans}")
    .action(async ({ project, json }: { project?: string; json?: true }) => {
      const settings = readSettings();
      const params = { projectSlug: projectOf(settings, project) };
      const pages = connect(settings).pages(endpoint, { params }, "plans");
      const plans = await Array.fromAsync(pages);
      if (json) return sayJson({ plans });
      if (plans.length === 0) return say("The project has no plans yet.");
      for (const { shortId, statusLabel, name, specCount } of plans)
        say(printable(`${shortId}  ${statusLabel}  ${name} (specs: ${specCount})`));
    });
