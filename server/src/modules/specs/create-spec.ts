import { setImmediate } from "node:timers/promises";
import { createSpec, createSpecBatch } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import { revisionRow } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { only } from "../../storage/only.ts";
import { insertEdges } from "../dependencies/edges.ts";
import type { Actor } from "../identity/actor.ts";
import { type PlanRow, readablePlan, requireEdit } from "../plans/access.ts";
import { followSpecs } from "../plans/status.ts";
import type { SpecRow } from "./access.ts";
import { type NewSpec, refuseCircles, resolveNamed } from "./batch.ts";
import { specEvent } from "./events.ts";
import { presentSpec, presentSpecs } from "./present.ts";
import { insertSpecs, takeSpecNumbers } from "./store.ts";
import { textColumns } from "./text.ts";

export const specCreate = write(createSpec, async (tx, actor, { params, body }) => {
  const plan = await readablePlan(tx, actor, params);
  const spec = only(await addSpecs(tx, actor, plan, [body], () => ""));
  const statusEvents = await followSpecs(tx, plan, [spec]);
  await appendEvents(tx, actor, [specEvent("spec.created", plan, spec), ...statusEvents]);
  return { spec: await presentSpec(tx, spec) };
});

/** Up to 500 specs, all or nothing: one that can't be made takes the whole batch back. */
export const specBatch = write(createSpecBatch, async (tx, actor, { params, body }) => {
  const plan = await readablePlan(tx, actor, params);
  const specs = await addSpecs(tx, actor, plan, body.specs, (at) => `/specs/${at}`);
  const statusEvents = await followSpecs(tx, plan, specs);
  await appendEvents(tx, actor, [
    ...specs.map((spec) => specEvent("spec.created", plan, spec)),
    ...statusEvents,
  ]);
  return { specs: await presentSpecs(tx, actor.workspaceId, specs) };
});

/** After so many milliseconds other requests have their turn. */
const longestTurn = 10;

/**
 * Adds specs at the end of the plan, with their parents and what they need first. What a body names is looked
 * up before the right to edit: 404, 403, 409. `pathOf` is the JSON Pointer of a body in the request.
 */
async function addSpecs(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  bodies: readonly NewSpec[],
  pathOf: (at: number) => string,
): Promise<SpecRow[]> {
  const ids = bodies.map(newId);
  const named = await resolveNamed(tx, plan, bodies, ids, pathOf);
  requireEdit(plan);
  refuseCircles(bodies, ids, named);

  const first = await takeSpecNumbers(tx, plan, bodies.length);
  const at = now();
  const rows: SpecRow[] = [];
  let turn = performance.now();
  for (const [index, body] of bodies.entries()) {
    // Grading texts waits for nothing by itself, and a batch may hold eight megabytes of them.
    if (performance.now() - turn > longestTurn) {
      await setImmediate();
      turn = performance.now();
    }
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
      position: first + index,
      created_at: at,
      updated_at: at,
    });
  }
  const revisions = rows.map((row) =>
    revisionRow(actor, row.id, 1, { title: row.title, text: row.content }, "edit", ""),
  );
  await insertSpecs(tx, rows, revisions);
  await insertEdges(
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
