import type { ContextResult } from "../../../../../client/src/import/apply.ts";
import type { ProposedInstructions } from "../../../../../client/src/import/propose.ts";
import {
  conflicts,
  counts,
  isWritten,
  type Left,
  type PlanReport,
  planReports,
  type Report,
} from "../../../../../client/src/import/report.ts";
import { counted } from "../../../components/counted.ts";

/** Joins parts: `a, b and c`. */
const listed = (parts: readonly string[]) => new Intl.ListFormat("en").format(parts);

const contextOf = (report: Report): ContextResult[] => [
  ...report.context,
  ...planReports(report).flatMap(({ result }) => result.sources),
];

/** Counts what is created and changed. */
function written(report: Report) {
  const plans = planReports(report).map(({ result }) => result.outcome);
  const context = contextOf(report).map(({ outcome }) => outcome);
  const specs = counts(planReports(report));
  const count = (outcomes: readonly string[], outcome: string) =>
    outcomes.filter((one) => one === outcome).length;
  const parts = (outcome: "created" | "updated") =>
    [
      [count(plans, outcome), "plan"] as const,
      [specs[outcome], "spec"] as const,
      [count(context, outcome), "context source"] as const,
    ].flatMap(([number, one]) => (number > 0 ? [counted(number, one)] : []));
  return { made: parts("created"), changed: parts("updated"), same: specs.unchanged };
}

export function isNothing(report: Report): boolean {
  const { made, changed } = written(report);
  return made.length + changed.length === 0 && report.instructions?.outcome !== "proposed";
}

const outcomes: Readonly<Record<ProposedInstructions["outcome"], string>> = {
  proposed: "",
  same: "They are the project's instructions.",
  open: "Waits as a proposal for the project's instructions.",
  accepted: "Was accepted as the project's instructions, which were changed since.",
  rejected: "Was rejected as the project's instructions, and isn't proposed again.",
  withdrawn: "Was withdrawn as a proposal for the project's instructions, and isn't proposed again.",
};

export const instructionWords = ({ file, outcome }: ProposedInstructions, dryRun: boolean): string =>
  outcome === "proposed"
    ? `${file}: ${dryRun ? "Would be proposed" : "Is now proposed"} as the project's instructions.`
    : `${file}: ${outcomes[outcome]}`;

/** Summarizes an import or its preview. */
export function summaryOf(report: Report): string {
  const { made, changed, same } = written(report);
  const verb = (past: string) => (report.dryRun ? `would be ${past}` : `now ${past}`);
  const parts = [
    ...(made.length > 0 ? [`${verb("made")}: ${listed(made)}.`] : []),
    ...(changed.length > 0 ? [`${verb("changed")}: ${listed(changed)}.`] : []),
    ...(same > 0 && made.length + changed.length > 0 ? [`Unchanged: ${counted(same, "spec")}.`] : []),
  ];
  if (parts.length === 0)
    return conflicts(report).length > 0
      ? "Both sides changed the same text. The current version stays until you decide."
      : "Everything that can be imported is up to date.";
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(" ");
}

export function planWords({ result, specs }: PlanReport): string {
  const { outcome, created, updated, changed } = result;
  if (outcome === "archived") return "archived here, unchanged";
  if (outcome === "created") return specs > 0 ? `new, with ${counted(specs, "spec")}` : "new";
  const parts = [
    ...changed,
    ...(created > 0 ? [`${counted(created, "spec")} new`] : []),
    ...(updated > 0 ? [`${counted(updated, "spec")} changed`] : []),
    ...(result.sources.some(isWritten) ? ["context changed"] : []),
  ];
  if (parts.length > 0) return parts.join(", ");
  const isOpen = [result, ...result.specs, ...result.sources].some((one) => one.conflicts.length > 0);
  return isOpen ? "changed on both sides" : "up to date";
}

/** The reasons for leaving something unchanged. */
export const reasons: Readonly<Record<Left["why"], string>> = {
  vanished: "no longer in the folder, or not selected",
  deleted: "it was deleted here",
  moved: "it was moved to another plan",
  archived: "it is archived here",
  replaced: "a file or a page replaced it here",
};
