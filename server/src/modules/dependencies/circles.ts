import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { planHandle, specHandle } from "../handles.ts";
import { readablePlanIds } from "../plans/access.ts";
import { needsBetween, openSpecsOf, planDependencies, plansNear, plansOfNeeds } from "./circle-rows.ts";
import { computeGraph, type GraphEdge, type GraphNode } from "./graph/index.ts";
import { after, before, edgesInPlan, jointsOf } from "./joints.ts";
import { type Above, partsOf } from "./plan-needs.ts";

/** An open spec that waits in a circle. */
export interface CircleSpec {
  id: string;
  number: number;
  plan_id: string;
  plan_number: number;
  project_id: string;
  /** The ids of its plan and of those above it. */
  plans: ReadonlySet<string>;
}

/** Open specs that wait for each other, without those that the actor can't read. */
export interface Circle {
  specs: CircleSpec[];
  /** True if specs were left out. */
  isCut: boolean;
}

/**
 * Finds the open specs of the workspace that wait for each other, where the actor can read one of them. Writes of
 * dependencies let no circle come about, but a move can put specs into one, always through a dependency of plans. So
 * plans are looked at first, each as if all its specs were one; specs only of plans that may be in a circle.
 */
export async function findCircles(db: Db, actor: Actor): Promise<Circle[]> {
  const { workspaceId } = actor;
  const dependencies = await planDependencies(db, workspaceId);
  if (dependencies.length === 0) return [];
  const tops = [...new Set(dependencies.flatMap(({ from, to }) => [from, to]))];
  const { reached, live: plans } = await plansNear(db, workspaceId, tops);
  const pairs = await plansOfNeeds(db, workspaceId, reached);
  const above = aboveOf(plans);
  const joints = jointsOf(plans);
  const live = new Set(plans.map(({ id }) => id));
  for (const { from, to } of dependencies) {
    if (!live.has(from) || !live.has(to)) continue;
    const parts = partsOf(from, to, above);
    joints.edges.push({ from: before(parts.from), to: after(parts.to) });
  }
  const cyclesOf = <N extends { id: string }>(
    some: readonly N[],
    planOf: (one: N) => string,
    needs: readonly GraphEdge[],
  ) => {
    const nodes = [
      ...some.map((one) => ({ ...one, effort: null, status: "TODO" as const })),
      ...joints.nodes,
    ];
    const inPlans = some.flatMap((one) => edgesInPlan(one.id, planOf(one)));
    return computeGraph<GraphNode>(nodes, [...needs, ...inPlans, ...joints.edges]).cycles;
  };

  const suspects = cyclesOf(plans, ({ id }) => id, pairs)
    .flat()
    .map(({ id }) => String(id));
  if (suspects.length === 0) return [];
  const specs = await openSpecsOf(db, workspaceId, suspects);
  const specOf = new Map(specs.map((spec) => [spec.id, spec]));
  const needs = await needsBetween(db, workspaceId, suspects);
  const cycles = cyclesOf(specs, (spec) => spec.plan_id, needs);
  const readable = await readablePlanIds(db, actor, suspects);
  return cycles.flatMap((cycle) => {
    const named = cycle.flatMap(({ id }): CircleSpec[] => {
      const spec = specOf.get(String(id));
      return spec && readable.has(spec.plan_id) ? [{ ...spec, plans: above(spec.plan_id) }] : [];
    });
    return named.length > 0 ? [{ specs: named, isCut: named.length < cycle.length }] : [];
  });
}

/** Returns the plans above each plan, itself included, as far as they are among these. */
function aboveOf(plans: readonly { id: string; parent: string | null }[]): Above {
  const parents = new Map(plans.map(({ id, parent }) => [id, parent]));
  const found = new Map<string, ReadonlySet<string>>();
  const above: Above = (plan) => {
    const parent = parents.get(plan);
    const known = found.get(plan) ?? new Set([plan, ...(parent ? above(parent) : [])]);
    found.set(plan, known);
    return known;
  };
  return above;
}

/** Returns the handles of a circle; those of other plans than `home` are qualified (docs/decisions/graph.md, handles). */
export const circleHandles = ({ specs }: Circle, home?: string): string[] =>
  specs.map(({ plan_id, plan_number, number }) =>
    plan_id === home ? specHandle(number) : `${planHandle(plan_number)}/${specHandle(number)}`,
  );

/** Says in a sentence that the specs of a circle wait for each other. */
export function sayCircle({ specs: { length }, isCut }: Circle): string {
  const specs = length === 1 ? "1 spec" : `${length} specs`;
  if (!isCut) return `${specs} wait for each other.`;
  return `${specs} ${length === 1 ? "waits" : "wait"} in a circle that leads through plans that you can't read.`;
}
