import type { ContextResult, PlanResult } from "../../../client/src/import/apply.ts";
import { isWritten, type Report } from "../../../client/src/import/report.ts";
import { printable, say } from "../output.ts";

/** Prints a plan's created and changed context sources. */
export function sayContext({ sources }: Pick<PlanResult, "sources">): void {
  for (const source of sources.filter(isWritten)) say(printable(`  context source ${whatOf(source)}`));
}

/** Prints the outcome for the project's context sources. */
export function sayProjectContext({ context, dryRun }: Report): void {
  const written = context.filter(isWritten);
  if (written.length > 0) {
    say(`Context sources of the project that ${dryRun ? "would be" : "were"} made or changed:`);
    for (const source of written) say(printable(`  ${whatOf(source)}`));
  } else if (context.some(({ outcome }) => outcome === "unchanged")) {
    const isOpen = context.some(({ conflicts }) => conflicts.length > 0);
    say(`The project's context ${isOpen ? "stays as it is, with conflicts" : "is up to date"}.`);
  }
}

function whatOf({ title, outcome, changed, keptBothAs }: ContextResult): string {
  const fields = outcome === "updated" ? ` (${changed.join(", ")})` : "";
  const beside = keptBothAs === undefined ? "" : ", next to another one with its title";
  return `"${title}"${fields}${beside}`;
}
