import type { BatchSpec } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { takeTurns } from "../../../dispatch/concurrency/take-turns.ts";
import type { NewEvent } from "../../../events/append.ts";
import { newId, now } from "../../../ids.ts";
import { revisionRow } from "../../../revisions/revisions.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { refuseNewSpecCycle } from "../../dependencies/refuse-cycle.ts";
import { noteWorker } from "../../evidence/workers.ts";
import { type PlanRow, requireEdit } from "../../plans/access.ts";
import type { SpecRow } from "../access.ts";
import { textColumns } from "../derived-columns.ts";
import { insertSpecs, positionOf, takeSpecNumbers } from "../store.ts";
import { requireFreeRefs } from "./external-refs.ts";
import { findSpecs } from "./find-specs.ts";
import { idsOfRefs, type ResolvedSpec, referencesOf, refuseCycles, resolve } from "./new-specs.ts";
import { assignedEvents, noWork, requireWorkFields, workChange } from "./work-fields.ts";
import { addNeeds, refuseArchived } from "./write-needs.ts";

/** New specs, and the events of what they need in other plans; the caller appends `spec.created`. */
interface Added {
  specs: SpecRow[];
  events: NewEvent[];
}

/**
 * Appends specs with parents and needs. References are resolved before the role is checked: 404, 403, 409.
 * `pathOf` returns JSON Pointers.
 */
export async function addSpecs(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  bodies: readonly BatchSpec[],
  pathOf: (at: number) => string,
): Promise<Added> {
  const unresolved = bodies.map((body, index) => ({ id: newId(), body, path: pathOf(index) }));
  const find = await findSpecs(tx, actor, plan, bodies.flatMap(referencesOf), idsOfRefs(unresolved));
  const resolved = unresolved.map((spec) => resolve(spec, find, plan.id));
  requireEdit(plan);
  return insertResolved(tx, actor, plan, resolved);
}

/**
 * Appends specs whose references are resolved, in a plan that the actor may edit. `origin` is the suggestion that
 * they were in.
 */
export async function insertResolved(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  resolved: readonly ResolvedSpec[],
  origin: string | null = null,
): Promise<Added> {
  if (resolved.length === 0) return { specs: [], events: [] };
  const needs = resolved.flatMap((spec) => spec.needs);
  await refuseArchived(needs);
  refuseCycles(resolved);
  const needed = new Set(needs.map(({ id }) => id)).difference(new Set(resolved.map(({ id }) => id)));
  if (needs.length > 0) await refuseNewSpecCycle(tx, actor, plan, [...needed]);
  await requireFreeRefs(
    tx,
    plan,
    resolved.map(({ body: { externalRef: ref }, path }) => ({ ref, path: `${path}/externalRef` })),
  );

  await requireWorkFields(tx, plan, resolved);
  const first = await takeSpecNumbers(tx, plan, resolved.length);
  const timestamp = now();
  const rows: SpecRow[] = [];
  const turn = takeTurns();
  for (const [index, { id, body, parent }] of resolved.entries()) {
    await turn(); // Grading doesn't yield, and a batch may hold 8 MB.
    rows.push({
      workspace_id: plan.workspace_id,
      id,
      plan_id: plan.id,
      number: first + index,
      ...textColumns({ title: body.title, content: body.content, effort: body.effort ?? null }),
      revision: 1,
      status: body.status ?? "TODO",
      parent_spec_id: parent,
      readiness_set: body.readiness ?? null,
      position: positionOf(first + index),
      external_ref: body.externalRef ?? null,
      open_questions: 0,
      open_needs: 0,
      cancelled_needs: 0,
      awaits_review: 0,
      origin_suggestion: origin,
      ...workChange(noWork, body).columns,
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
  const events = await addNeeds(
    tx,
    plan,
    resolved.flatMap(({ id, needs: those }) => those.map((to) => ({ from: id, to }))),
  );
  const assigned = rows.flatMap((row) => assignedEvents(plan, null, row));
  return { specs: rows, events: [...assigned, ...events] };
}
