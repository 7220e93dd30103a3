import { moveSpec, reorderSpecs } from "@groundplan/contract";
import { sql } from "kysely";
import { moveThreads } from "../../../anchors/threads.ts";
import { post, type Write } from "../../../dispatch/handlers.ts";
import { inField, invalid, notFound, ofField } from "../../../errors.ts";
import { appendEvents } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import { moveItems } from "../../../inbox-items/move-items.ts";
import { requireRevision } from "../../../revisions/revisions.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { setPositions } from "../../../storage/set-positions.ts";
import { endClaimOf } from "../../claims/end-claims.ts";
import { moveDependencies } from "../../dependencies/write-dependencies.ts";
import { specHandle } from "../../handles.ts";
import { readablePlan, referencedPlan, requireEdit } from "../../plans/access.ts";
import { aboutPlan } from "../../plans/events.ts";
import { syncPlanStatus } from "../../plans/status.ts";
import { readableSpec, type SpecRow } from "../access.ts";
import { releaseDeletedChildren } from "../deleted/children.ts";
import { aboutSpec } from "../events.ts";
import {
  addToSpecCount,
  positionOf,
  releaseChildren,
  specPositions,
  takeSpecNumbers,
  updateSpecRow,
} from "../store.ts";
import { moveWork } from "../work-rows.ts";
import { requireFreeRefs } from "./external-refs.ts";
import { specIds } from "./references.ts";
import { writeSpec } from "./write-spec.ts";
import { completeSpecs, disclosesWritten, type WrittenSpecs } from "./written-specs.ts";

/** Moves a spec with its versions and dependencies; it gets a new handle. */
export const specMove = writeSpec(moveSpec, async (tx, actor, { params, body, ifMatch }) => {
  const { spec: found, plan } = await readableSpec(tx, actor, params);
  const target = await ofField("/planId", () => referencedPlan(tx, actor, body.planId));
  requireEdit(plan);
  await ofField("/planId", () => requireEdit(target));
  requireRevision(found.revision, ifMatch);
  if (target.id === plan.id) return { spec: found, plan };
  await requireFreeRefs(tx, target, [{ ref: found.external_ref, path: "/planId" }]);
  const spec = await endClaimOf(tx, actor, found);

  await releaseChildren(tx, spec);
  await releaseDeletedChildren(tx, spec);
  await addToSpecCount(tx, plan, -1);
  const number = await takeSpecNumbers(tx, target, 1);
  const destination = { plan_id: target.id, number, position: positionOf(number), parent_spec_id: null };
  const changes = { ...destination, updated_at: now() };
  const moved: SpecRow = { ...spec, ...changes };
  await updateSpecRow(tx, spec, changes);
  await moveDependencies(tx, moved);
  await moveWork(tx, spec, target.id);
  await moveThreads(tx, actor.workspaceId, spec.id, target);
  await movePushedItem(tx, moved);
  const location = { plan_id: target.id, root_id: target.root_plan_id };
  await moveItems(tx, actor.workspaceId, { documents: [spec.id] }, location);
  const statusEvents = [
    ...(await syncPlanStatus(tx, plan, [])),
    ...(await syncPlanStatus(tx, target, [spec])),
  ];
  const from = { planId: plan.id, shortId: specHandle(spec.number) };
  const to = { planId: target.id, shortId: specHandle(number) };
  const movedEvents = [
    { type: "spec.moved" as const, ...aboutSpec(plan, spec), data: { shortId: from.shortId, to } },
    { type: "spec.moved" as const, ...aboutSpec(target, moved), data: { shortId: to.shortId, from } },
  ];
  await appendEvents(tx, actor, [...movedEvents, ...statusEvents]);
  return { spec: moved, plan: target };
});

/** Moves the ledger's rows, so that the next push finds the issues. */
async function movePushedItem(tx: Tx, moved: SpecRow): Promise<void> {
  await tx
    .updateTable("push_items")
    // As a condition, the kind would keep SQLite from the index of entities.
    .set({ plan_id: sql<string>`case kind when 'spec' then ${moved.plan_id} else plan_id end` })
    .where("workspace_id", "=", moved.workspace_id)
    .where("entity_id", "=", moved.id)
    .execute();
}

const reorder: Write<typeof reorderSpecs, WrittenSpecs>["run"] = async (tx, actor, { params, body }) => {
  const plan = await readablePlan(tx, actor, params);
  const idOf = await specIds(tx, plan, body.specShortIds);
  const order = body.specShortIds.map((reference, n) => {
    const id = idOf.get(reference);
    if (!id) throw inField(`/specShortIds/${n}`, notFound("spec in this plan"));
    return id;
  });
  requireEdit(plan);
  const rows = await specPositions(tx, plan);
  const positions = new Map(order.map((id, index) => [id, positionOf(index + 1)]));
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
    await setPositions(tx, "specs", actor.workspaceId, moved);
    await appendEvents(tx, actor, [{ type: "specs.reordered", ...aboutPlan(plan), data: {} }]);
  }
  return { specIds: order };
};

/** Reorders a plan's specs; the order names each exactly once. */
export const specsReorder = post(reorderSpecs, disclosesWritten, reorder, { complete: completeSpecs });
