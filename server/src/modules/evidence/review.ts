import type { Actor } from "../../actor.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import { changeStatus } from "../claims/change-status.ts";
import { lastClaimOf } from "../claims/last-claim.ts";
import { specHandle } from "../handles.ts";
import type { PlanRow } from "../plans/access.ts";
import { policyOf } from "../projects/policy.ts";
import type { SpecRow } from "../specs/access.ts";
import { aboutSpec } from "../specs/events.ts";
import { refuseOpenQuestions } from "../specs/open-questions.ts";
import { markAwaiting } from "../specs/writes/set-status.ts";
import { lackUnder } from "./lack.ts";
import { counts, trustIn } from "./trust.ts";

const aboutReview = (plan: PlanRow, spec: SpecRow) => ({
  ...aboutSpec(plan, spec),
  data: { shortId: specHandle(spec.number), documentId: spec.id, documentKind: "spec" as const },
});

/** Returns the event of a spec that begins to await a review, which the plan's owner is told. */
export const reviewAsked = (plan: PlanRow, spec: SpecRow): NewEvent => ({
  type: "review.asked",
  ...aboutReview(plan, spec),
  notifies: [plan.root_owner_user_id],
});

/** Lets a spec await a review in place of becoming `DONE`. Returns the events for the caller to append. */
export async function askReview(tx: Tx, plan: PlanRow, spec: SpecRow): Promise<NewEvent[]> {
  await markAwaiting(tx, spec);
  const data = { shortId: specHandle(spec.number), changed: ["awaitsReview"] };
  return [{ type: "spec.updated", ...aboutSpec(plan, spec), data }, reviewAsked(plan, spec)];
}

/**
 * Ends a spec's review after new evidence: a reviewer's `failed` sends it back to `TODO`, and the last pass that was
 * missing sets it `DONE`.
 */
export async function settleReview(
  tx: Tx,
  actor: Actor,
  { plan, spec }: { plan: PlanRow; spec: SpecRow },
  added: readonly Tables["evidence"][],
): Promise<void> {
  if (spec.awaits_review === 0) return;
  const { reviewer } = await policyOf(tx, plan);
  const trustOf = await trustIn(tx, spec);
  if (added.some((row) => row.result === "failed" && counts(trustOf(row), reviewer))) {
    const claim = await lastClaimOf(tx, spec);
    await appendEvents(tx, actor, [
      { type: "review.failed", ...aboutReview(plan, spec), notifies: [claim?.user_id ?? null] },
      ...(await changeStatus(tx, plan, spec, "TODO")),
    ]);
    return;
  }
  const lackOf = await lackUnder(tx, [spec], reviewer);
  if (lackOf(spec, spec.content) !== null) return;
  await refuseOpenQuestions(tx, [spec]);
  await appendEvents(tx, actor, await changeStatus(tx, plan, spec, "DONE"));
}
