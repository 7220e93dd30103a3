import type { createSpecBatch, Input } from "@groundplan/contract";
import { ApiError, invalid, notFound } from "../../errors.ts";
import { revisionRow } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { insertEdges } from "../dependencies/edges.ts";
import type { Actor } from "../identity/actor.ts";
import { newId, now } from "../ids.ts";
import { type PlanRow, requireEdit } from "../plans/access.ts";
import type { SpecRow } from "./access.ts";
import { specIds } from "./references.ts";
import { insertSpecs, takeSpecNumbers } from "./store.ts";

export type NewSpec = Input<typeof createSpecBatch>["body"]["specs"][number];

/**
 * Adds specs at the end of the plan, with their parents and what they need first. What a body names is looked
 * up before the right to edit: 404, 403, 409. `pathOf` is the JSON Pointer of a body in the request.
 */
export async function addSpecs(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  bodies: readonly NewSpec[],
  pathOf: (at: number) => string,
): Promise<SpecRow[]> {
  const ids = bodies.map(newId);
  const find = await references(tx, plan, bodies, ids, pathOf);
  const parents = bodies.map((body, at) =>
    typeof body.parentSpecId === "string" ? find(body.parentSpecId, at, "parentSpecId") : null,
  );
  const needs = bodies.map((body, at) => [
    ...new Set((body.needsFirst ?? []).map((reference, n) => find(reference, at, `needsFirst/${n}`))),
  ]);
  requireEdit(plan);
  refuseCycle(bodies, ids, (at) => needs[at] ?? []);
  refuseCycle(bodies, ids, (at) => (parents[at] ? [parents[at]] : []));

  const first = await takeSpecNumbers(tx, plan, bodies.length);
  const at = now();
  const rows = bodies.map(
    (body, index): SpecRow => ({
      workspace_id: plan.workspace_id,
      id: ids[index] ?? newId(),
      plan_id: plan.id,
      number: first + index,
      title: body.title,
      content: body.content,
      revision: 1,
      status: body.status ?? "TODO",
      parent_spec_id: parents[index] ?? null,
      effort: body.effort ?? null,
      readiness_set: body.readiness ?? null,
      position: first + index,
      created_at: at,
      updated_at: at,
    }),
  );
  const revisions = rows.map((row) =>
    revisionRow(actor, row.id, 1, { title: row.title, text: row.content }, "edit", ""),
  );
  await insertSpecs(tx, rows, revisions);
  await insertEdges(
    tx,
    rows.flatMap((row, index) =>
      (needs[index] ?? []).map((to) => ({
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

type Find = (reference: string, at: number, field: string) => string;

/** Resolves what bodies name: a `ref` of the same batch, a handle or an id of the plan. All in one query. */
async function references(
  tx: Tx,
  plan: PlanRow,
  bodies: readonly NewSpec[],
  ids: readonly string[],
  pathOf: (at: number) => string,
): Promise<Find> {
  const byRef = new Map<string, string>();
  for (const [at, { ref }] of bodies.entries()) {
    if (ref === undefined) continue;
    if (byRef.has(ref)) throw invalid(`${pathOf(at)}/ref`, "is used twice in this batch");
    byRef.set(ref, ids[at] ?? "");
  }
  const named = bodies.flatMap((body) => [
    ...(body.needsFirst ?? []),
    ...(typeof body.parentSpecId === "string" ? [body.parentSpecId] : []),
  ]);
  const outside = [...new Set(named.filter((reference) => !byRef.has(reference)))];
  const known = await specIds(tx, plan, outside);
  return (reference, at, field) => {
    const id = byRef.get(reference) ?? known.get(reference);
    if (id) return id;
    const error = notFound("spec in this plan");
    const path = `${pathOf(at)}/${field}`;
    throw new ApiError(error.code, `${path}: ${error.message}`, { path });
  };
}

/** New specs can only wait for each other within their own batch. */
function refuseCycle(
  bodies: readonly NewSpec[],
  ids: readonly string[],
  next: (at: number) => readonly string[],
): void {
  const indexOf = new Map(ids.map((id, at) => [id, at]));
  const done = new Set<number>();
  for (const start of ids.keys()) {
    const path: number[] = [];
    const onPath = new Set<number>();
    const stack: { at: number; rest: number[] }[] = [];
    const enter = (at: number) => {
      path.push(at);
      onPath.add(at);
      stack.push({ at, rest: next(at).flatMap((id) => indexOf.get(id) ?? []) });
    };
    if (!done.has(start)) enter(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const to = top.rest.pop();
      if (to === undefined) {
        stack.pop();
        path.pop();
        onPath.delete(top.at);
        done.add(top.at);
      } else if (onPath.has(to)) {
        const cycle = path.slice(path.indexOf(to)).map((at) => bodies[at]?.ref ?? `/specs/${at}`);
        throw new ApiError(
          "dependency_cycle",
          "Specs of this batch need each other in a circle. Remove one of the dependencies.",
          { cycle },
        );
      } else if (!done.has(to)) enter(to);
    }
  }
}
