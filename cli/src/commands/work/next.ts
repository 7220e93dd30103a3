import { listNext, type NextSpec } from "@groundplan/contract";
import { command } from "../../command.ts";
import { asPlan } from "../../handles.ts";
import { effortLabel, heldBy, readinessLabel, statusLabels } from "../../labels.ts";
import { asCount, asGrade } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";
import { sayTable } from "../../table.ts";

interface Options {
  project?: string;
  plan?: string;
  readiness?: number;
  awaitsReview?: true;
  limit?: number;
  all?: true;
  json?: true;
}

export const next = () =>
  command(
    "next",
    "list the specs that can be built now: everything they need is done",
    "groundplan next",
    "groundplan next --plan PLAN-1 --readiness 4",
  )
    .option("--project <slug>", "only specs of this project")
    .option("--plan <plan>", "only specs of this plan, without its sub-plans", asPlan)
    .option("--readiness <grade>", "only specs of this readiness (1 to 5) or better", asGrade)
    .option("--awaits-review", "instead, the specs that wait for a reviewer's pass")
    .option("--limit <number>", "the most specs to print", asCount)
    .option("--all", "specs of all projects, even if the environment or the folder names one")
    .option("--json", "print {specs}, and {cycles} of specs that wait for each other")
    .action(async ({ project, plan, readiness, awaitsReview, limit, all, json }: Options) => {
      const settings = readSettings();
      const projectSlug = project ?? (all ? undefined : settings.project);
      const client = connect(settings);
      const query = {
        projectSlug,
        planShortId: plan,
        minReadiness: readiness,
        awaitsReview: awaitsReview ? "true" : undefined,
      };
      const specs: NextSpec[] = [];
      for await (const spec of client.pages(listNext, { query }, "specs")) {
        specs.push(spec);
        if (specs.length === limit) break;
      }
      const { cycles = [] } = await client.call(listNext, {
        query: { projectSlug, planShortId: plan, limit: "1" },
      });
      if (json) return sayJson(cycles.length > 0 ? { specs, cycles } : { specs });
      for (const { specs, message } of cycles) say(printable(`${message} ${specs.join(", ")}`));
      if (specs.length === 0 && awaitsReview) return say("No spec awaits a review.");
      if (specs.length === 0)
        return say(
          plan === undefined
            ? "No spec can be built now. `groundplan plan show PLAN` shows what waits for what."
            : `No spec of ${plan} itself can be built now; \`groundplan plan show ${plan}\` shows what waits for what, and its sub-plans.`,
        );
      sayTable(
        ["SPEC", "PROJECT", "STATUS", "READINESS", "EFFORT", "TITLE"],
        specs.map(({ projectSlug, planShortId, specShortId, status, claim, readiness, effort, title }) => [
          `${planShortId}/${specShortId}`,
          projectSlug,
          statusLabels[status] + (claim ? `, ${heldBy(claim)}` : ""),
          readinessLabel(readiness),
          effortLabel(effort),
          title,
        ]),
      );
    });
