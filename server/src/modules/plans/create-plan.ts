import { createPlan } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { post } from "../../dispatch/handlers.ts";
import { ApiError, inField, invalid, notFound, ofField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { fold } from "../../fold.ts";
import { newId, now } from "../../ids.ts";
import { recordRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { planHandle } from "../handles.ts";
import { readableProject, requireMember } from "../projects/access.ts";
import { hasOpenQuestions } from "../specs/readiness/plan-questions.ts";
import { type PlanRow, readablePlan, referencedPlan, requireEdit } from "./access.ts";
import { requireFreeRef } from "./external-refs.ts";
import { presentPlan, showsPlan } from "./present.ts";
import { ancestorsOf, nextPlanNumber } from "./store.ts";

/** The most levels of a tree that a person and a tracker can follow; deeper ones are mistakes. */
const deepest = 50;

export const planCreate = post(createPlan, showsPlan, async (tx, actor, { params, body }) => {
  const project = await readableProject(tx, actor, params.projectSlug);
  const reference = body.parentPlanId ?? null;
  const parent = reference === null ? null : await parentPlan(tx, actor, project.id, reference, 1);
  requireMember(actor);
  if (parent) await ofField("/parentPlanId", () => requireEdit(parent));
  if (parent && body.visibility) {
    throw inField(
      "/visibility",
      new ApiError(
        "not_root",
        "A sub-plan inherits its visibility. Leave `visibility` out, or set it on the root plan.",
      ),
    );
  }
  await requireFreeRef(tx, actor, project.id, body.externalRef);

  const id = newId();
  const number = await nextPlanNumber(tx, actor.workspaceId);
  const at = now();
  await tx
    .insertInto("plans")
    .values({
      workspace_id: actor.workspaceId,
      id,
      number,
      project_id: project.id,
      parent_plan_id: parent?.id ?? null,
      root_plan_id: parent?.root_plan_id ?? id,
      name: body.name,
      name_folded: fold(body.name),
      description: body.description ?? null,
      has_open_questions: hasOpenQuestions(body.description ?? null) ? 1 : 0,
      revision: 1,
      status: "PLANNING",
      visibility: parent ? null : (body.visibility ?? "TEAM"),
      owner_user_id: parent ? null : actor.userId,
      last_spec_number: 0,
      spec_count: 0,
      external_ref: body.externalRef ?? null,
      archived_at: null,
      archived_with: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await recordRevision(tx, actor, id, 1, { title: body.name, text: body.description ?? "" });
  const shortId = planHandle(number);
  await appendEvents(tx, actor, [
    { type: "plan.created", subjectId: id, planId: id, projectId: project.id, data: { shortId } },
  ]);
  return { plan: presentPlan(await readablePlan(tx, actor, { ...params, planShortId: shortId })) };
});

/**
 * Returns the parent, which must be a plan of the same project. `levels` is the number of levels that will lie under
 * it.
 */
export async function parentPlan(
  tx: Tx,
  actor: Actor,
  projectId: string,
  reference: string,
  levels: number,
): Promise<PlanRow> {
  const parent = await ofField("/parentPlanId", () => referencedPlan(tx, actor, reference));
  if (parent.project_id !== projectId) throw inField("/parentPlanId", notFound("plan in this project"));
  const above = await ancestorsOf(tx, parent);
  if (above.length + 1 + levels > deepest)
    throw invalid("/parentPlanId", `would nest plans more than ${deepest} levels deep`);
  return parent;
}
