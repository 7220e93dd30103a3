import type { ContextResult, PlanResult } from "../../../client/src/import/apply.ts";
import {
  conflicts,
  counts,
  left,
  type PlanReport,
  planReports,
  type Report,
} from "../../../client/src/import/report.ts";

/** Returns the object that `--json` prints. `addressOf` returns a plan's address. */
export function jsonOf(report: Report, addressOf: (planShortId: string) => string): object {
  const plan = ({ planId, planShortId, name }: PlanResult) =>
    planShortId === null ? { name } : { id: planId, shortId: planShortId, name, url: addressOf(planShortId) };
  const source = (result: ContextResult) => {
    const { conflicts: _, ...told } = result;
    return told;
  };
  const made = ({ result, specs }: PlanReport) => ({
    plan: plan(result),
    outcome: result.outcome,
    specs,
    sources: result.sources.map(source),
  });
  const sources = report.sources.map(({ criteria, under, ...own }) => ({
    ...made(own),
    criteria,
    plans: under.map(made),
  }));
  const [single] = sources;
  const whole = report.root
    ? { plan: plan(report.root), outcome: report.root.outcome, folders: sources }
    : single;
  return {
    ...(report.dryRun ? { dryRun: true } : {}),
    ...whole,
    projectSources: report.context.map(source),
    ...counts(planReports(report)),
    conflicts: conflicts(report),
    left: left(report),
    ...(report.refused.length > 0 ? { refused: report.refused } : {}),
    ...(report.instructions ? { instructions: report.instructions } : {}),
    notUnderstood: report.notices,
  };
}
