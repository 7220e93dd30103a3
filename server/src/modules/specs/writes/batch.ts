import type { createSpecBatch, Input } from "@groundplan/contract";
import { ApiError, inField, invalid, notFound } from "../../../errors.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { PlanRow } from "../../plans/access.ts";
import { specIds } from "./references.ts";

export type NewSpec = Input<typeof createSpecBatch>["body"]["specs"][number];

/** Resolved references of new specs: parents and needs by id. */
export interface ResolvedReferences {
  parents: (string | null)[];
  needs: string[][];
}

/**
 * Resolves references of new specs: a `ref` in the batch, or a handle or id in the plan (404). `ids` are the
 * future ids; `pathOf` returns JSON Pointers.
 */
export async function resolveNamed(
  tx: Tx,
  plan: PlanRow,
  bodies: readonly NewSpec[],
  ids: readonly string[],
  pathOf: (at: number) => string,
): Promise<ResolvedReferences> {
  const find = await references(tx, plan, bodies, ids, pathOf);
  return {
    parents: bodies.map((body, index) =>
      typeof body.parentSpecId === "string" ? find(body.parentSpecId, index, "parentSpecId") : null,
    ),
    needs: bodies.map((body, index) => [
      ...new Set((body.needsFirst ?? []).map((reference, n) => find(reference, index, `needsFirst/${n}`))),
    ]),
  };
}

/** Throws if new specs form a cycle of needs or parents, which only their own batch can. */
export function refuseCycles(
  bodies: readonly NewSpec[],
  ids: readonly string[],
  { needs, parents }: ResolvedReferences,
): void {
  refuseCycle(bodies, ids, (at) => needs[at] ?? []);
  refuseCycle(bodies, ids, (at) => (parents[at] ? [parents[at]] : []));
}

type Find = (reference: string, at: number, field: string) => string;

/** Resolves references in one query. */
async function references(
  tx: Tx,
  plan: PlanRow,
  bodies: readonly NewSpec[],
  ids: readonly string[],
  pathOf: (at: number) => string,
): Promise<Find> {
  const byRef = new Map<string, string>();
  for (const [index, { ref }] of bodies.entries()) {
    if (ref === undefined) continue;
    if (byRef.has(ref)) throw invalid(`${pathOf(index)}/ref`, "is used twice in this batch");
    byRef.set(ref, ids[index] ?? "");
  }
  const named = bodies.flatMap((body) => [
    ...(body.needsFirst ?? []),
    ...(typeof body.parentSpecId === "string" ? [body.parentSpecId] : []),
  ]);
  const outside = [...new Set(named.filter((reference) => !byRef.has(reference)))];
  const idOf = await specIds(tx, plan, outside);
  return (reference, at, field) => {
    const id = byRef.get(reference) ?? idOf.get(reference);
    if (id) return id;
    throw inField(`${pathOf(at)}/${field}`, notFound("spec in this plan"));
  };
}

function refuseCycle(
  bodies: readonly NewSpec[],
  ids: readonly string[],
  next: (at: number) => readonly string[],
): void {
  const indexOf = new Map(ids.map((id, index) => [id, index]));
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
          "Specs of this batch need each other in a cycle. Remove one of the dependencies.",
          { cycle },
        );
      } else if (!done.has(to)) enter(to);
    }
  }
}
