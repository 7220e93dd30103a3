import { deleteSpec, moveSpec, reorderSpecs } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { invalid, notFound } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { requireRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { deleteEdgesOf } from "../dependencies/edges.ts";
import { specHandle } from "../handles.ts";
import { editablePlan, readablePlan, referencedPlan, requireEdit } from "../plans/access.ts";
import { followSpecs } from "../plans/status.ts";
import { editableSpec, readableSpec, type SpecRow } from "./access.ts";
import { specEvent } from "./events.ts";
import { presentSpec, presentSpecs } from "./present.ts";
import { specIds } from "./references.ts";
import {
  listSpecRows,
  lowerSpecCount,
  placeSpecs,
  releaseChildren,
  takeSpecNumbers,
  updateSpecRow,
} from "./store.ts";

export const specDelete = write(deleteSpec, async (tx, actor, { params, ifMatch }) => {
  const { plan, spec } = await editableSpec(tx, actor, params);
  requireRevision(spec.revision, ifMatch);
  await releaseChildren(tx, spec);
  await deleteEdgesOf(tx, actor.workspaceId, spec.id);
  await tx
    .deleteFrom("revisions")
    .where("workspace_id", "=", actor.workspaceId)
    .where("subject_id", "=", spec.id)
    .execute();
  await tx
    .deleteFrom("specs")
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", spec.id)
    .execute();
  await lowerSpecCount(tx, plan);
  const statusEvents = await followSpecs(tx, plan, []);
  await appendEvents(tx, actor, [specEvent("spec.deleted", plan, spec), ...statusEvents]);
  return { deleted: true as const };
});

/** Moves a spec with its versions and dependencies; it gets the next handle of the plan it comes to. */
export const specMove = write(moveSpec, async (tx, actor, { params, body }) => {
  const { spec } = await readableSpec(tx, actor, params);
  const target = await referencedPlan(tx, actor, body.planId);
  const plan = await editablePlan(tx, actor, params);
  requireEdit(target);
  if (target.id === plan.id) return { spec: await presentSpec(tx, spec) };

  await releaseChildren(tx, spec);
  await lowerSpecCount(tx, plan);
  const number = await takeSpecNumbers(tx, target, 1);
  const moved: SpecRow = {
    ...spec,
    plan_id: target.id,
    number,
    position: number,
    parent_spec_id: null,
    updated_at: now(),
  };
  await updateSpecRow(tx, spec, {
    plan_id: moved.plan_id,
    number,
    position: number,
    parent_spec_id: null,
    updated_at: moved.updated_at,
  });
  await moveEdges(tx, moved);
  await movePushedItem(tx, moved);
  const statusEvents = [...(await followSpecs(tx, plan, [])), ...(await followSpecs(tx, target, [spec]))];
  const from = { planId: plan.id, shortId: specHandle(spec.number) };
  const to = { planId: target.id, shortId: specHandle(number) };
  const movedEvents = [
    specEvent("spec.moved", plan, spec, { to }),
    specEvent("spec.moved", target, moved, { from }),
  ];
  await appendEvents(tx, actor, [...movedEvents, ...statusEvents]);
  return { spec: await presentSpec(tx, moved) };
});

async function moveEdges(tx: Tx, moved: SpecRow): Promise<void> {
  for (const end of ["from", "to"] as const) {
    await tx
      .updateTable("dependencies")
      .set({ [`${end}_plan_id`]: moved.plan_id, [`${end}_number`]: moved.number })
      .where("workspace_id", "=", moved.workspace_id)
      .where(`${end}_id`, "=", moved.id)
      .execute();
  }
}

/** What trackers have of the spec goes along, so that its next push finds it. */
async function movePushedItem(tx: Tx, moved: SpecRow): Promise<void> {
  await tx
    .updateTable("push_items")
    .set({ plan_id: moved.plan_id })
    .where("workspace_id", "=", moved.workspace_id)
    .where("kind", "=", "spec")
    .where("entity_id", "=", moved.id)
    .execute();
}

/** The order names all specs of the plan, each once. */
export const specsReorder = write(reorderSpecs, async (tx, actor, { params, body }) => {
  const plan = await readablePlan(tx, actor, params);
  const known = await specIds(tx, plan, body.specShortIds);
  const order = body.specShortIds.map((reference) => {
    const id = known.get(reference);
    if (!id) throw notFound("spec in this plan");
    return id;
  });
  requireEdit(plan);
  const rows = await listSpecRows(tx, plan);
  const positions = new Map(order.map((id, at) => [id, at + 1]));
  if (positions.size !== order.length) throw invalid("/specShortIds", "names a spec twice");
  const missing = rows.find((row) => !positions.has(row.id));
  if (missing)
    throw invalid(
      "/specShortIds",
      `must name all specs of the plan; ${specHandle(missing.number)} is missing`,
    );

  const moved = rows.flatMap(({ id, position: before }) => {
    const position = positions.get(id) ?? before;
    return position === before ? [] : [{ id, position }];
  });
  if (moved.length > 0) {
    await placeSpecs(tx, actor.workspaceId, moved);
    await appendEvents(tx, actor, [
      { type: "specs.reordered", subjectId: plan.id, planId: plan.id, projectId: plan.project_id },
    ]);
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = order.flatMap((id) => byId.get(id) ?? []);
  return { specs: await presentSpecs(tx, actor.workspaceId, ordered) };
});
