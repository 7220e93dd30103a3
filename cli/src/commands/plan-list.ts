import { listPlans as endpoint } from "@groundplan/contract";
import { Command } from "commander";
import { printable, say, sayJson } from "../output.ts";
import { connect } from "../service.ts";
import { projectOf, readSettings } from "../settings.ts";
import { sayTable } from "../table.ts";

export const listPlans = () =>
  new Command("list")
    .description("list the plans of a project")
    .option("--project <slug>", "the project")
    .option("--json", "print {plans}")
    .action(async ({ project, json }: { project?: string; json?: true }) => {
      const settings = readSettings();
      const params = { projectSlug: projectOf(settings, project) };
      const plans = await Array.fromAsync(connect(settings).pages(endpoint, { params }, "plans"));
      if (json) return sayJson({ plans });
      if (plans.length === 0)
        return say(
          printable(`${params.projectSlug} has no plans yet. Bring one in, for example:`),
          printable(`  npx groundplan import kiro .kiro/specs/<feature> --project ${params.projectSlug}`),
        );
      sayTable(
        ["PLAN", "STATUS", "SPECS", "NAME"],
        plans.map(({ shortId, statusLabel, specCount, name }) => [
          shortId,
          statusLabel,
          `${specCount}`,
          name,
        ]),
      );
    });
