import { updatePlan } from "@groundplan/contract";
import { moveAnchors } from "../../anchors/move-anchors.ts";
import { write } from "../../dispatch/handlers.ts";
import { ofField } from "../../errors.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import { fold } from "../../fold.ts";
import { now } from "../../ids.ts";
import { mergeOnto, recordRevision, requireRevision } from "../../revisions/revisions.ts";
import { noteTouched } from "../dependencies/counts/touched.ts";
import { hasOpenQuestions } from "../specs/readiness/plan-questions.ts";
import { loadAfterWrite, readablePlan, requireEdit, requireOwn, requireRoot } from "./access.ts";
import { aboutPlan } from "./events.ts";
import { requireFreeRef } from "./external-refs.ts";
import { indexPlan } from "./index-plan.ts";
import { leadEvents, requireLead } from "./lead.ts";
import { presentPlan } from "./present.ts";
import { readersOf } from "./readers.ts";
import { requireTransition, statusEvent } from "./status.ts";
import { subtreeIds } from "./store.ts";

/** Changes a plan. A workspace owner who makes another user's plan private loses access. */
export const planUpdate = write(updatePlan, async (tx, actor, { params, body, ifMatch }) => {
  const plan = await readablePlan(tx, actor, params);
  const ofRoot = (["visibility", "template"] as const).filter((field) => body[field] !== undefined);
  if (ofRoot.length > 0) requireOwn(plan);
  requireEdit(plan);
  for (const field of ofRoot) await ofField(`/${field}`, () => requireRoot(plan));
  requireRevision(plan.revision, ifMatch);
  const { status } = body;
  if (status) await ofField("/status", () => requireTransition(tx, plan, status));
  if (body.externalRef !== plan.external_ref)
    await requireFreeRef(tx, actor, plan.project_id, body.externalRef);

  const current = { title: plan.name, text: plan.description ?? "" };
  const change = {
    ...(body.name === undefined ? {} : { title: body.name }),
    ...(body.description === undefined ? {} : { text: body.description ?? "" }),
  };
  const text = await mergeOnto(tx, actor.workspaceId, {
    subject: plan,
    current,
    change,
    baseRevision: body.baseRevision,
  });
  const textChanged = text.title !== current.title || text.text !== current.text;
  const next = {
    name: text.title,
    name_folded: fold(text.title),
    description:
      body.description === null ? null : text.text === "" && plan.description === null ? null : text.text,
    status: body.status ?? plan.status,
    visibility: body.visibility ?? plan.visibility,
    template: body.template === undefined ? plan.template : body.template ? (1 as const) : (0 as const),
    external_ref: body.externalRef === undefined ? plan.external_ref : body.externalRef,
    lead_user_id: body.leadUserId === undefined ? plan.lead_user_id : body.leadUserId,
    target_date: body.targetDate === undefined ? plan.target_date : body.targetDate,
    revision: plan.revision + (textChanged ? 1 : 0),
  };
  const changed: string[] = (["name", "description", "visibility", "template"] as const).filter(
    (key) => next[key] !== plan[key],
  );
  if (next.external_ref !== plan.external_ref) changed.push("externalRef");
  if (next.lead_user_id !== plan.lead_user_id) changed.push("leadUserId");
  if (next.target_date !== plan.target_date) changed.push("targetDate");
  const statusChanged = next.status !== plan.status;
  const isClosed = next.visibility === "PRIVATE" && plan.visibility !== "PRIVATE";
  const readers = isClosed ? await readersOf(tx, plan) : null;
  if (changed.length > 0 || statusChanged) {
    await tx
      .updateTable("plans")
      .set({ ...next, has_open_questions: hasOpenQuestions(next.description) ? 1 : 0, updated_at: now() })
      .where("workspace_id", "=", plan.workspace_id)
      .where("id", "=", plan.id)
      .execute();
  }
  // After the change of visibility, which may end the lead's access.
  if (next.lead_user_id !== plan.lead_user_id) await requireLead(tx, plan, next.lead_user_id);
  if (textChanged) {
    await recordRevision(tx, actor, { subjectId: plan.id, revision: next.revision, ...text });
  }
  if (textChanged || changed.includes("externalRef")) await indexPlan(tx, plan.workspace_id, plan.id);

  const events: NewEvent[] = [];
  if (changed.length > 0) {
    const visibility =
      next.visibility === plan.visibility ? {} : { from: plan.visibility, to: next.visibility };
    events.push({
      type: "plan.updated",
      ...aboutPlan(plan),
      audience: readers,
      data: { changed, ...visibility },
    });
  }
  events.push(...leadEvents(aboutPlan(plan), plan.lead_user_id, next.lead_user_id));
  if (statusChanged && body.status) events.push(statusEvent(plan, plan.status, body.status));
  await appendEvents(tx, actor, events);
  if (next.template !== plan.template) noteTouched(tx, "plans", await subtreeIds(tx, plan));
  if (textChanged) {
    const rewrite = { before: current.text, after: text.text, revision: next.revision };
    await moveAnchors(tx, actor, plan.id, rewrite);
  }
  return { plan: presentPlan(await loadAfterWrite(tx, actor, plan.id)) };
});
