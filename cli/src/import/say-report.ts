import type { PlanResult } from "../../../client/src/import/apply.ts";
import type { Notice } from "../../../client/src/import/format.ts";
import {
  calledOf,
  counts,
  isWritten,
  left,
  type PlanReport,
  planReports,
  type Report,
  type SourceReport,
} from "../../../client/src/import/report.ts";
import { counted, printable, say } from "../output.ts";
import { sayContext, sayProjectContext } from "./say-context.ts";

type AddressOf = (planShortId: string) => string;

/** Prints the report of an import or a dry run. */
export function sayReport(report: Report, project: string | undefined, addressOf: AddressOf): void {
  const { root, dryRun } = report;
  if (root) {
    const all = counts(planReports(report));
    const done = dryRun ? "Would import" : "Imported";
    say(
      printable(`${done} ${counted(report.sources.length, "source")} under ${nameOf(root)}: ${tally(all)}.`),
    );
    if (root.planShortId) say(`  ${addressOf(root.planShortId)}`);
  }
  for (const source of report.sources) saySource(source, report, project, addressOf);
  sayProjectContext(report);
  sayInstructions(report);
  const isLeft = left(report);
  if (isLeft.length > 0) say("Left as they are:");
  for (const plan of isLeft) say(printable(`  ${calledOf(plan)}: ${reasons[plan.why]}`));
  for (const sentence of report.refused) say(printable(`Left out: ${sentence}`));
  if (report.refused.length === 0 || report.notices.length > 0) sayNotices(report.notices);
}

function sayInstructions({ instructions, dryRun }: Report): void {
  if (!instructions) return;
  const { file, outcome } = instructions;
  const happened = {
    proposed: `${dryRun ? "would be" : "is"} proposed as the project's instructions`,
    same: "is what the project's instructions say",
    open: "is proposed as the project's instructions already, and waits for a decision",
    accepted: "was accepted as the project's instructions, which were changed since",
    rejected: "was rejected as the project's instructions; it isn't proposed again",
    withdrawn: "was proposed as the project's instructions and withdrawn; it isn't proposed again",
  } as const;
  say(printable(`${file} ${happened[outcome]}.`));
}

const reasons = {
  vanished: "the source no longer has it, or it was not asked for",
  deleted: "it was deleted here; --theirs creates it again",
  moved: "it was moved to another plan",
  archived: "it is archived here; restore it to import it again",
  replaced: "a file or page replaced it here",
} as const;

function saySource(
  source: SourceReport,
  { dryRun, root }: Report,
  project: string | undefined,
  addressOf: AddressOf,
): void {
  const { result, specs, criteria } = source;
  if (result.outcome !== "created") sayAgain(source, dryRun);
  else if (dryRun) {
    const where = project === undefined ? "" : ` in ${project}`;
    say(printable(`Would make the plan "${result.name}"${where}, with ${counted(specs, "spec")}:`));
    sayChanged(result);
  } else {
    say(
      printable(
        `Made ${nameOf(result)} with ${counted(specs, "spec")} and ${counted(criteria, "acceptance criterion", "acceptance criteria")}:`,
      ),
    );
    if (result.planShortId && !root) say(`  ${addressOf(result.planShortId)}`);
    sayContext(result);
  }
  for (const plan of source.under) {
    if (plan.result.outcome !== "created") sayAgain(plan, dryRun);
    else say(printable(`  and under it ${nameOf(plan.result)} with ${counted(plan.specs, "spec")}`));
    if (dryRun && plan.result.outcome === "created") sayChanged(plan.result);
  }
}

/** Prints the outcome for a plan that existed before. */
function sayAgain({ result }: PlanReport, dryRun: boolean): void {
  if (result.outcome === "archived") return;
  const isWhole = result.outcome === "unchanged" && !result.sources.some(isWritten);
  if (isWhole && result.created + result.updated === 0) {
    const isOpen = [result, ...result.specs, ...result.sources].some(({ conflicts }) => conflicts.length > 0);
    say(printable(`${nameOf(result)} ${isOpen ? "stays as it is, with conflicts" : "is up to date"}.`));
    return;
  }
  const own = result.changed.length > 0 ? ` (${result.changed.join(", ")})` : "";
  say(printable(`${dryRun ? "Would change" : "Changed"} ${nameOf(result)}${own}: ${tally(result)}.`));
  sayChanged(result);
}

function sayChanged(result: PlanResult): void {
  for (const { outcome, specShortId, externalRef, title, changed } of result.specs) {
    if (outcome !== "created" && outcome !== "updated") continue;
    const what = outcome === "created" ? "" : ` (${changed.join(", ")})`;
    say(printable(`  ${specShortId ?? externalRef}: ${title}${what}`));
  }
  sayContext(result);
}

const nameOf = ({ planShortId, name }: PlanResult) => `${planShortId ?? "a new plan"} "${name}"`;

const tally = ({ created, updated, unchanged }: ReturnType<typeof counts>) =>
  `${counted(created, "spec")} made, ${updated} changed, ${unchanged} as before`;

function sayNotices(notices: readonly Notice[]): void {
  say(notices.length === 0 ? "Everything was understood." : "Not understood, left out or changed:");
  for (const notice of notices) say(printable(`  ${lineOf(notice)}`));
}

export const lineOf = ({ file, line, text, why }: Notice) =>
  `${file}:${line} ${text === "" ? "" : `${text} `}— ${why}`;
