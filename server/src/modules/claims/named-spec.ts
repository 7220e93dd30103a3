import type { Actor } from "../../actor.ts";
import { ApiError, notFound, ofField } from "../../errors.ts";
import type { Tx } from "../../storage/dialect.ts";
import { expectOne } from "../../storage/expect-one.ts";
import { openNeedsOf } from "../dependencies/open-needs.ts";
import { handleNumber, specHandle } from "../handles.ts";
import { type PlanRow, referencedPlan, requireEdit, requireNoTemplate } from "../plans/access.ts";
import { type SpecRow, specOfNumber } from "../specs/access.ts";
import { refuseOpenQuestions } from "../specs/open-questions.ts";
import { liveClaims } from "./live-claims.ts";
import { claimHeld } from "./status-gate.ts";

/**
 * Returns a spec named as `PLAN-<n>/SPEC-<n>` or by id. Its plan may be in `PLANNING`, and its readiness any.
 * Throws 404, 403, then 409 for the plan, the status, a live claim, a review, a question and open needs, in this
 * order.
 */
export async function claimableSpec(
  tx: Tx,
  actor: Actor,
  reference: string,
): Promise<{ plan: PlanRow; spec: SpecRow }> {
  const { plan, spec } = await ofField("/spec", () => readableNamed(tx, actor, reference));
  requireNoTemplate(requireEdit(plan));
  if (spec.status === "DONE" || spec.status === "CANCELLED")
    throw new ApiError(
      "invalid_transition",
      `${specHandle(spec.number)} is ${spec.status}. Set it to TODO first, or claim another spec.`,
    );
  const live = await liveClaims(tx, actor.workspaceId, [spec.id]);
  if (live.length > 0) throw claimHeld(expectOne(live), spec);
  if (spec.awaits_review === 1)
    throw new ApiError(
      "awaits_review",
      `${specHandle(spec.number)} is built and awaits a review. Claim another spec, or set its status to reopen it.`,
    );
  await refuseOpenQuestions(tx, [spec]);
  const needs = await openNeedsOf(tx, actor, spec);
  if (needs.length > 0)
    throw new ApiError(
      "needs_open",
      `${specHandle(spec.number)} needs ${needs.join(", ")} first. Finish them, or claim one of them.`,
      { needs },
    );
  return { plan, spec };
}

async function readableNamed(
  tx: Tx,
  actor: Actor,
  reference: string,
): Promise<{ plan: PlanRow; spec: SpecRow }> {
  const [planShortId = "", specShortId = "", ...rest] = reference.split("/");
  if (specShortId === "" || rest.length > 0) return specOfId(tx, actor, reference);
  const plan = await referencedPlan(tx, actor, planShortId);
  const number = handleNumber("SPEC", specShortId);
  const spec = number === null ? undefined : await specOfNumber(tx, plan, number);
  if (!spec) throw notFound("spec in this plan");
  return { plan, spec };
}

/** Returns a spec by id with its plan. */
export async function specOfId(tx: Tx, actor: Actor, id: string): Promise<{ plan: PlanRow; spec: SpecRow }> {
  const spec = await tx
    .selectFrom("specs")
    .selectAll()
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!spec) throw notFound("spec");
  return { plan: await referencedPlan(tx, actor, spec.plan_id), spec };
}
