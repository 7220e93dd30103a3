import type { Visibility } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { NewEvent } from "../../events/append.ts";
import { fold } from "../../fold.ts";
import { newId, now } from "../../ids.ts";
import { recordRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { planHandle } from "../handles.ts";
import { hasOpenQuestions } from "../specs/readiness/plan-questions.ts";
import type { PlanRow } from "./access.ts";
import { aboutPlan } from "./events.ts";
import { indexPlan } from "./index-plan.ts";
import { lastPosition, nextPlanNumber } from "./store.ts";

interface NewPlan {
  /** A new one unless given. */
  id?: string;
  projectId: string;
  parent: Pick<PlanRow, "id" | "root_plan_id"> | null;
  name: string;
  description: string | null;
  /** For roots; sub-plans inherit. */
  visibility: Visibility;
  externalRef: string | null;
  leadUserId?: string | null | undefined;
  targetDate?: string | null | undefined;
}

/** Inserts a checked plan with its first revision; the actor owns a root. The caller appends the event. */
export async function insertPlan(
  tx: Tx,
  actor: Actor,
  {
    id = newId(),
    projectId,
    parent,
    name,
    description,
    visibility,
    externalRef,
    leadUserId = null,
    targetDate = null,
  }: NewPlan,
): Promise<{ id: string; number: number; shortId: string; event: NewEvent }> {
  const number = await nextPlanNumber(tx, actor.workspaceId);
  const timestamp = now();
  await tx
    .insertInto("plans")
    .values({
      workspace_id: actor.workspaceId,
      id,
      number,
      project_id: projectId,
      parent_plan_id: parent?.id ?? null,
      root_plan_id: parent?.root_plan_id ?? id,
      name,
      name_folded: fold(name),
      description,
      has_open_questions: hasOpenQuestions(description) ? 1 : 0,
      revision: 1,
      status: "PLANNING",
      visibility: parent ? null : visibility,
      template: 0,
      owner_user_id: parent ? null : actor.userId,
      lead_user_id: leadUserId,
      target_date: targetDate,
      position: (await lastPosition(tx, actor.workspaceId, projectId)) + 1,
      last_spec_number: 0,
      spec_count: 0,
      external_ref: externalRef,
      archived_at: null,
      archived_with: null,
      audience: "",
      open_needs: 0,
      waits: 0,
      has_open_specs: 0,
      free_readiness: 0,
      created_at: timestamp,
      updated_at: timestamp,
    })
    .execute();
  await recordRevision(tx, actor, { subjectId: id, revision: 1, title: name, text: description ?? "" });
  await indexPlan(tx, actor.workspaceId, id);
  const shortId = planHandle(number);
  const about = aboutPlan({ id, project_id: projectId, number });
  return { id, number, shortId, event: { type: "plan.created", ...about, data: { shortId } } };
}
