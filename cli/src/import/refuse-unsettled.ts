import {
  calledOf,
  conflicts,
  isWritten,
  planReports,
  type Report,
} from "../../../client/src/import/report.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";

/** Lines shown per side of a conflict. */
const mostLines = 12;

/**
 * Throws the `Failure` that ends an import: 6 for conflicts or if everything asked for is archived, 1 if
 * nothing of a tree could be imported.
 */
export function refuseUnsettled(report: Report): void {
  if (report.refused.length > 0 && report.sources.length === 0)
    throw new Failure("Nothing was imported: no folder could be.");
  const exitCode = exitCodes.conflict;
  const open = conflicts(report);
  if (open.length > 0) {
    const parts = open.flatMap((conflict) => [
      `${calledOf(conflict)}, ${conflict.field}${conflict.line === null ? "" : `, line ${conflict.line}`}`,
      ...side("here:   ", conflict.here),
      ...side("source: ", conflict.source),
    ]);
    throw new Failure(
      "Both sides changed the same text. The current text stays until you choose: --theirs takes the source's, --ours keeps the current text for good.",
      { parts, exitCode },
    );
  }
  const plans = planReports(report);
  if (report.context.some(isWritten)) return;
  if (plans.length > 0 && plans.every(({ result }) => result.outcome === "archived"))
    throw new Failure("Nothing was imported: it is archived here. Restore it, then import again.", {
      exitCode,
    });
}

function side(label: string, text: string): string[] {
  const lines = text.split("\n");
  const shown = lines
    .slice(0, mostLines)
    .map((line, at) => `  ${at === 0 ? label : " ".repeat(label.length)}${line}`);
  return lines.length > mostLines ? [...shown, `  … and ${lines.length - mostLines} lines more`] : shown;
}
