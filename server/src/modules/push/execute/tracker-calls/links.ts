import type { Outcome } from "../../../trackers/tracker.ts";
import type { RoundResult } from "../intents/intents.ts";
import type { StepIntent } from "../intents/step-intent.ts";
import { recordOutcomes } from "../outcomes/record-outcomes.ts";
import type { StepOutcome } from "../outcomes/step-outcome.ts";
import { type ConnectedWork, commit, isStale } from "../work.ts";
import { withoutGoneEnds } from "./gone-issues.ts";
import { recordRejected, rejectedOf } from "./rejected-calls.ts";
import { eachWithRetries } from "./retry.ts";

export function placeAll(
  work: ConnectedWork,
  intents: readonly StepIntent<"place">[],
  intentsRecordedAt: number,
): Promise<RoundResult> {
  const { tracker, push } = work;
  return linkEach(work, intents, intentsRecordedAt, (left) =>
    tracker.place(
      push.target,
      left.map(({ placement }) => placement),
    ),
  );
}

/** Links or unlinks; a batch holds only one of both. */
export function linkAll(
  work: ConnectedWork,
  intents: readonly StepIntent<"link">[],
  intentsRecordedAt: number,
): Promise<RoundResult> {
  const { tracker, push } = work;
  return linkEach(work, intents, intentsRecordedAt, (left) => {
    const dependencies = left.map(({ dependency }) => dependency);
    const isUnlink = left[0]?.step.action === "unlink";
    return isUnlink ? tracker.unlink(push.target, dependencies) : tracker.link(push.target, dependencies);
  });
}

async function linkEach<W extends StepIntent<"place"> | StepIntent<"link">>(
  work: ConnectedWork,
  intents: readonly W[],
  intentsRecordedAt: number,
  call: (intents: readonly W[]) => Promise<Outcome[]>,
): Promise<RoundResult> {
  if (isStale(work, intentsRecordedAt)) return { again: intents.map(({ position }) => position) };
  await eachWithRetries(work, intents, call, async (finals) => {
    const stepOutcomes = finals.flatMap(({ intent, outcome }): StepOutcome[] =>
      outcome.done ? [endOf(intent, outcome)] : [],
    );
    await commit(work, recordOutcomes, { stepOutcomes });
    const refused = await withoutGoneEnds(
      work,
      finals.filter(({ outcome }) => !outcome.done),
    );
    await recordRejected(work, rejectedOf(refused), true);
  });
  return { again: [] };
}

function endOf(
  { position, step }: Pick<StepIntent<"place" | "link">, "position" | "step">,
  { left, caveats }: Extract<Outcome, { done: true }>,
): StepOutcome {
  if (left !== undefined) return { outcome: "movedByPeople", position, error: left };
  return { outcome: step.action === "unlink" ? "unlinked" : "sent", position, caveats };
}
