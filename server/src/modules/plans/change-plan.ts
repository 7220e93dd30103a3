import type { Actor } from "../../actor.ts";
import { moveAnchors } from "../../anchors/move-anchors.ts";
import type { NewEvent } from "../../events/append.ts";
import { fold } from "../../fold.ts";
import { now } from "../../ids.ts";
import { recordRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { hasOpenQuestions } from "../specs/readiness/plan-questions.ts";
import type { PlanRow } from "./access.ts";
import { aboutPlan } from "./events.ts";
import { indexPlan } from "./index-plan.ts";

/** Writes a changed name or description. The caller appends the event. */
export async function changePlanText(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  { name, description }: { name: string; description: string },
): Promise<NewEvent> {
  const revision = plan.revision + 1;
  await tx
    .updateTable("plans")
    .set({
      name,
      name_folded: fold(name),
      description: description === "" && plan.description === null ? null : description,
      has_open_questions: hasOpenQuestions(description) ? 1 : 0,
      revision,
      updated_at: now(),
    })
    .where("workspace_id", "=", plan.workspace_id)
    .where("id", "=", plan.id)
    .execute();
  await recordRevision(tx, actor, { subjectId: plan.id, revision, title: name, text: description });
  const rewrite = { before: plan.description ?? "", after: description, revision };
  await moveAnchors(tx, actor, plan.id, rewrite);
  await indexPlan(tx, plan.workspace_id, plan.id);
  const changed = [
    ...(name === plan.name ? [] : ["name"]),
    ...(description === (plan.description ?? "") ? [] : ["description"]),
  ];
  return { type: "plan.updated", ...aboutPlan(plan), audience: null, data: { changed } };
}
