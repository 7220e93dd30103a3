import { createPlan } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { ApiError, invalid, notFound } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import { recordRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { planHandle } from "../handles.ts";
import type { Actor } from "../identity/actor.ts";
import { readableProject, requireMember } from "../projects/access.ts";
import { type PlanRow, readablePlan, referencedPlan, requireEdit } from "./access.ts";
import { presentPlan } from "./present.ts";
import { ancestorsOf, nextPlanNumber } from "./store.ts";

/** Trees that a person and a tracker can follow; deeper ones are mistakes. */
const deepest = 50;

export const planCreate = write(createPlan, async (tx, actor, { params, body }) => {
  const project = await readableProject(tx, actor, params.projectSlug);
  const reference = body.parentPlanId ?? null;
  const parent = reference === null ? null : await parentPlan(tx, actor, project.id, reference, 1);
  requireMember(actor);
  if (parent) requireEdit(parent);
  if (parent && body.visibility) {
    throw new ApiError(
      "not_root",
      "A sub-plan inherits its visibility. Leave `visibility` out, or set it on the root plan.",
    );
  }

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
      name_folded: body.name.toLowerCase(),
      description: body.description ?? null,
      revision: 1,
      status: "PLANNING",
      visibility: parent ? null : (body.visibility ?? "TEAM"),
      owner_user_id: parent ? null : actor.userId,
      last_spec_number: 0,
      spec_count: 0,
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

/** A parent is a plan of the same project. `levels`: of the plans that come to lie under it. */
export async function parentPlan(
  tx: Tx,
  actor: Actor,
  projectId: string,
  reference: string,
  levels: number,
): Promise<PlanRow> {
  const parent = await referencedPlan(tx, actor, reference);
  if (parent.project_id !== projectId) throw notFound("plan in this project");
  const above = await ancestorsOf(tx, parent);
  if (above.length + 1 + levels > deepest)
    throw invalid("/parentPlanId", `would nest plans more than ${deepest} levels deep`);
  return parent;
}
