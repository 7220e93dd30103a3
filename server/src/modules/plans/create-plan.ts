import { createPlan } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { post } from "../../dispatch/handlers.ts";
import { ApiError, inField, notFound, ofField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import { readableProject, requireMember } from "../projects/access.ts";
import { type PlanRow, readablePlan, referencedPlan, requireEdit } from "./access.ts";
import { aboutPlan } from "./events.ts";
import { requireFreeRef } from "./external-refs.ts";
import { insertPlan } from "./insert-plan.ts";
import { leadEvents, requireLead } from "./lead.ts";
import { deepest, levelOf, tooDeep } from "./nesting.ts";
import { disclosesPlan, presentPlan } from "./present.ts";

export const planCreate = post(createPlan, disclosesPlan, async (tx, actor, { params, body }) => {
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

  const { id, shortId, event } = await insertPlan(tx, actor, {
    projectId: project.id,
    parent,
    name: body.name,
    description: body.description ?? null,
    visibility: body.visibility ?? "TEAM",
    externalRef: body.externalRef ?? null,
    leadUserId: body.leadUserId,
    targetDate: body.targetDate,
  });
  await requireLead(tx, { workspace_id: actor.workspaceId, id }, body.leadUserId);
  const about = aboutPlan({ id, project_id: project.id });
  await appendEvents(tx, actor, [event, ...leadEvents(about, null, body.leadUserId ?? null)]);
  return { plan: presentPlan(await readablePlan(tx, actor, { ...params, planShortId: shortId })) };
});

/** Returns the parent in the same project. `levels` will lie below it. */
export async function parentPlan(
  tx: Tx,
  actor: Actor,
  projectId: string,
  reference: string,
  levels: number,
): Promise<PlanRow> {
  const parent = await ofField("/parentPlanId", () => referencedPlan(tx, actor, reference));
  if (parent.project_id !== projectId) throw inField("/parentPlanId", notFound("plan in this project"));
  if ((await levelOf(tx, parent)) + levels > deepest) throw tooDeep("/parentPlanId");
  return parent;
}
