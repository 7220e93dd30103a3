import { createSpec, createSpecBatch } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { takeTurns } from "../../../dispatch/concurrency/take-turns.ts";
import { post, type Write } from "../../../dispatch/handlers.ts";
import { appendEvents } from "../../../events/append.ts";
import { newId, now } from "../../../ids.ts";
import { revisionRow } from "../../../revisions/revisions.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { expectOne } from "../../../storage/expect-one.ts";
import { refuseNewSpecCycle } from "../../dependencies/refuse-cycle.ts";
import { insertDependencies } from "../../dependencies/write-dependencies.ts";
import { noteWorker } from "../../evidence/workers.ts";
import { type PlanRow, readablePlan, requireEdit } from "../../plans/access.ts";
import { syncPlanStatus } from "../../plans/status.ts";
import type { SpecRow } from "../access.ts";
import { textColumns } from "../derived-columns.ts";
import { specEvent } from "../events.ts";
import { insertSpecs, positionOf, takeSpecNumbers } from "../store.ts";
import { type NewSpec, refuseCycles, resolveNamed } from "./batch.ts";
import { requireFreeRefs } from "./external-refs.ts";
import { writeSpec } from "./write-spec.ts";
import { completeSpecs, disclosesWritten, type WrittenSpecs, writtenSpecs } from "./written-specs.ts";

export const specCreate = writeSpec(createSpec, async (tx, actor, { params, body }) => {
  const plan = await readablePlan(tx, actor, params);
  const spec = expectOne(await addSpecs(tx, actor, plan, [body], () => ""));
  const statusEvents = await syncPlanStatus(tx, plan, [spec]);
  await appendEvents(tx, actor, [specEvent("spec.created", plan, spec), ...statusEvents]);
  return { spec, plan };
});

const createBatch: Write<typeof createSpecBatch, WrittenSpecs>["run"] = async (tx, actor, input) => {
  const { params, body } = input;
  const plan = await readablePlan(tx, actor, params);
  const specs = await addSpecs(tx, actor, plan, body.specs, (at) => `/specs/${at}`);
  const statusEvents = await syncPlanStatus(tx, plan, specs);
  await appendEvents(tx, actor, [
    ...specs.map((spec) => specEvent("spec.created", plan, spec)),
    ...statusEvents,
  ]);
  return writtenSpecs(tx, actor, plan, specs, input);
};

/** Creates up to 500 specs, all or nothing. */
export const specBatch = post(createSpecBatch, disclosesWritten, createBatch, { complete: completeSpecs });

/**
 * Appends specs with parents and needs. References are resolved before the role is checked: 404, 403, 409.
 * `pathOf` returns JSON Pointers.
 */
export async function addSpecs(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  bodies: readonly NewSpec[],
  pathOf: (at: number) => string,
): Promise<SpecRow[]> {
  const ids = bodies.map(newId);
  const named = await resolveNamed(tx, plan, bodies, ids, pathOf);
  requireEdit(plan);
  refuseCycles(bodies, ids, named);
  const needed = new Set(named.needs.flat());
  if (needed.size > 0) await refuseNewSpecCycle(tx, actor, plan, [...needed.difference(new Set(ids))]);
  await requireFreeRefs(
    tx,
    plan,
    bodies.map(({ externalRef: ref }, index) => ({ ref, path: `${pathOf(index)}/externalRef` })),
  );

  const first = await takeSpecNumbers(tx, plan, bodies.length);
  const timestamp = now();
  const rows: SpecRow[] = [];
  const turn = takeTurns();
  for (const [index, body] of bodies.entries()) {
    await turn(); // Grading doesn't yield, and a batch may hold 8 MB.
    rows.push({
      workspace_id: plan.workspace_id,
      id: ids[index] ?? newId(),
      plan_id: plan.id,
      number: first + index,
      ...textColumns({ title: body.title, content: body.content, effort: body.effort ?? null }),
      revision: 1,
      status: body.status ?? "TODO",
      parent_spec_id: named.parents[index] ?? null,
      readiness_set: body.readiness ?? null,
      position: positionOf(first + index),
      external_ref: body.externalRef ?? null,
      open_questions: 0,
      created_at: timestamp,
      updated_at: timestamp,
    });
  }
  const revisions = rows.map((row) =>
    revisionRow(actor, { subjectId: row.id, revision: 1, title: row.title, text: row.content }),
  );
  await insertSpecs(tx, rows, revisions);
  await noteWorker(
    tx,
    actor,
    rows.filter(({ status }) => status === "IN_PROGRESS"),
  );
  await insertDependencies(
    tx,
    rows.flatMap((row, index) =>
      (named.needs[index] ?? []).map((to) => ({
        kind: "spec" as const,
        from: row.id,
        to,
        fromPlan: plan,
        toPlan: plan,
      })),
    ),
  );
  return rows;
}
