import type { RoundResult } from "../intents/intents.ts";
import type { TextIntent } from "../intents/step-intent.ts";
import { recordOutcomes } from "../outcomes/record-outcomes.ts";
import type { StepOutcome } from "../outcomes/step-outcome.ts";
import { type ConnectedWork, commit } from "../work.ts";
import { readIntended } from "./read-issues.ts";

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
