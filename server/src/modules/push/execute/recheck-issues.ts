import type { RoundResult } from "./intents.ts";
import { readIntended } from "./read-issues.ts";
import { recordOutcomes } from "./record-outcomes.ts";
import type { TextIntent } from "./step-intent.ts";
import type { StepOutcome } from "./step-outcome.ts";
import { type ConnectedWork, commit } from "./work.ts";

/** Checks whether gone issues are back. */
export async function recheckIssues(
  work: ConnectedWork,
  intents: readonly TextIntent<"read">[],
): Promise<RoundResult> {
  if (intents.length === 0) return { again: [] };
  const all = await readIntended(work, intents);
  const stepOutcomes = all.map(
    ({ intent: { position }, remote }): StepOutcome =>
      remote ? { outcome: "present", position, external: remote.external } : { outcome: "gone", position },
  );
  await commit(work, recordOutcomes, { stepOutcomes });
  return { again: intents.map(({ position }) => position) };
}
