import { updatePlan } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { mergeOnto, recordRevision, requireRevision } from "../../revisions/revisions.ts";
import { lastLook, readablePlan, requireEdit, requireOwn, requireRoot } from "./access.ts";
import { presentPlan } from "./present.ts";
import { requireTransition, statusEvent } from "./status.ts";

/** A workspace owner who makes another person's plan private ends their own reading of it. */
export const planUpdate = write(updatePlan, async (tx, actor, { params, body, ifMatch }) => {
  const plan = await readablePlan(tx, actor, params);
  if (body.visibility !== undefined) requireOwn(plan);
  requireEdit(plan);
  if (body.visibility !== undefined) requireRoot(plan);
  requireRevision(plan.revision, ifMatch);
  if (body.status) await requireTransition(tx, plan, body.status);

  const current = { title: plan.name, text: plan.description ?? "" };
  const change = {
    ...(body.name === undefined ? {} : { title: body.name }),
    ...(body.description === undefined ? {} : { text: body.description ?? "" }),
  };
  const text = await mergeOnto(tx, actor.workspaceId, plan, current, change, body.baseRevision);
  const textChanged = text.title !== current.title || text.text !== current.text;
  const next = {
    name: text.title,
    name_folded: text.title.toLowerCase(),
    description:
      body.description === null ? null : text.text === "" && plan.description === null ? null : text.text,
    status: body.status ?? plan.status,
    visibility: body.visibility ?? plan.visibility,
    revision: plan.revision + (textChanged ? 1 : 0),
  };
  const changed = (["name", "description", "visibility"] as const).filter((key) => next[key] !== plan[key]);
  const statusChanged = next.status !== plan.status;
  if (changed.length > 0 || statusChanged) {
    await tx
      .updateTable("plans")
      .set({ ...next, updated_at: now() })
      .where("workspace_id", "=", plan.workspace_id)
      .where("id", "=", plan.id)
      .execute();
  }
  if (textChanged) await recordRevision(tx, actor, plan.id, next.revision, text);

  const events: NewEvent[] = [];
  const of = { subjectId: plan.id, planId: plan.id, projectId: plan.project_id };
  if (changed.length > 0) {
    const visibility =
      next.visibility === plan.visibility ? {} : { from: plan.visibility, to: next.visibility };
    events.push({ type: "plan.updated", ...of, data: { changed, ...visibility } });
  }
  if (statusChanged && body.status)
    events.push(statusEvent(plan, plan.status as typeof body.status, body.status));
  await appendEvents(tx, actor, events);
  return { plan: presentPlan(await lastLook(tx, actor, plan.id)) };
});
