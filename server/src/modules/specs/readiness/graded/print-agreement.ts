import { rules } from "../rules.ts";
import { type Compared, kappas, ruleCounts } from "./agreement.ts";

/** Prints the agreement tables of `docs/readiness.md`; only sums, so that the held-out half stays unseen. */
export function agreementTables(working: readonly Compared[], heldOut: readonly Compared[]): string {
  const [first, second] = [kappas(working), kappas(heldOut)];
  const codes = rules.map(({ code }) => code);
  const counts = [ruleCounts(codes, working), ruleCounts(codes, heldOut)];
  const shown = (code: string) =>
    counts.map((half) => {
      const { right, falseAlarms, misses } = half.find((each) => each.code === code) ?? none;
      return `${right} / ${falseAlarms} / ${misses}`;
    });
  return [
    `| agreement | working half (${working.length}) | held-out half (${heldOut.length}) |`,
    "|---|---|---|",
    `| kappa of the grades | ${first.grades.toFixed(2)} | ${second.grades.toFixed(2)} |`,
    `| kappa of the labels | ${first.labels.toFixed(2)} | ${second.labels.toFixed(2)} |`,
    `| same grade, at most one apart | ${apart(working)} | ${apart(heldOut)} |`,
    "",
    "| rule: right / false alarms / misses | working half | held-out half |",
    "|---|---|---|",
    ...[...new Set(codes)].map((code) => `| \`${code}\` | ${shown(code).join(" | ")} |`),
  ].join("\n");
}

const none = { right: 0, falseAlarms: 0, misses: 0 };

function apart(specs: readonly Compared[]): string {
  const within = (most: number) =>
    specs.filter(({ engineer, rubric }) => Math.abs(engineer.grade - rubric.grade) <= most).length;
  return `${within(0)}, ${within(1)}`;
}
