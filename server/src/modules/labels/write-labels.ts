import { createLabel, deleteLabel, updateLabel } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { disclosesNothing, post, write } from "../../dispatch/handlers.ts";
import { ApiError, inField, notFound } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { fold } from "../../fold.ts";
import { newId, now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { requireMember } from "../projects/access.ts";
import { presentLabel } from "./present.ts";
import { findLabel, findLabelOfName, type LabelRow } from "./store.ts";

/** Labels of a workspace. */
const mostLabels = 200;

export const labelCreate = post(createLabel, disclosesNothing, async (tx, actor, { body }) => {
  requireMember(actor);
  await requireFreeName(tx, actor, body.name);
  const { count } = await tx
    .selectFrom("labels")
    .select((builder) => builder.fn.countAll<number>().as("count"))
    .where("workspace_id", "=", actor.workspaceId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostLabels)
    throw new ApiError("too_many_labels", `There are ${mostLabels} labels already. Delete an unused one.`);
  const at = now();
  const row: LabelRow = {
    workspace_id: actor.workspaceId,
    id: newId(),
    name: body.name,
    name_folded: fold(body.name),
    color: body.color,
    created_at: at,
    updated_at: at,
  };
  await tx.insertInto("labels").values(row).execute();
  await appendEvents(tx, actor, [{ type: "label.created", subjectId: row.id, data: {} }]);
  return { label: presentLabel(row) };
});

export const labelUpdate = write(updateLabel, async (tx, actor, { params, body }) => {
  const label = await writableLabel(tx, actor, params.labelId);
  const { name = label.name, color = label.color } = body;
  const changed = [...(name === label.name ? [] : ["name"]), ...(color === label.color ? [] : ["color"])];
  if (changed.length === 0) return { label: presentLabel(label) };
  if (fold(name) !== label.name_folded) await requireFreeName(tx, actor, name);
  const changes = { name, name_folded: fold(name), color, updated_at: now() };
  await tx
    .updateTable("labels")
    .set(changes)
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", label.id)
    .execute();
  await appendEvents(tx, actor, [{ type: "label.updated", subjectId: label.id, data: { changed } }]);
  return { label: presentLabel({ ...label, ...changes }) };
});

/** Deletes a label. Specs keep its id in their column, and readers ignore it. */
export const labelDelete = write(deleteLabel, async (tx, actor, { params }) => {
  const label = await writableLabel(tx, actor, params.labelId);
  await tx
    .deleteFrom("labels")
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", label.id)
    .execute();
  await tx
    .deleteFrom("spec_labels")
    .where("workspace_id", "=", actor.workspaceId)
    .where("label_id", "=", label.id)
    .execute();
  await appendEvents(tx, actor, [{ type: "label.deleted", subjectId: label.id, data: {} }]);
  return { deleted: true as const };
});

async function writableLabel(tx: Tx, actor: Actor, id: string): Promise<LabelRow> {
  const label = await findLabel(tx, actor.workspaceId, id);
  if (!label) throw notFound("label");
  requireMember(actor);
  return label;
}

async function requireFreeName(tx: Tx, actor: Actor, name: string): Promise<void> {
  const other = await findLabelOfName(tx, actor.workspaceId, fold(name));
  if (other) throw inField("/name", new ApiError("name_taken", `There is a label "${other.name}" already.`));
}
