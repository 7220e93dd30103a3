import type { Opening } from "../opening/opening.ts";
import { dataOf, type RunRow, type StepRow } from "../store.ts";

/**
 * Returns everything that a run has read: its opening, and the answers of tools that read. Refusals may repeat the
 * model's own words.
 */
export function readTexts({ opening }: Pick<RunRow, "opening">, steps: readonly StepRow[]): string {
  const { system, user } = opening === null ? { system: "", user: "" } : (JSON.parse(opening) as Opening);
  const answers = steps.flatMap((step) =>
    dataOf(step).isRead || (step.kind === "ask" && step.state === "done") ? [step.answer] : [],
  );
  return [system, user, ...answers].join("\n");
}

/** Returns the ids of the sources that a run has read. */
export const sourcesRead = (steps: readonly StepRow[]): Set<string> =>
  new Set(steps.flatMap((step) => dataOf(step).sourceId ?? []));
