import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { planHandle, specHandle } from "../handles.ts";
import { readablePlanIds } from "../plans/access.ts";
import { computeGraph, type GraphEdge, type GraphNode, type NodeId } from "./graph/index.ts";
import { edgesBetween } from "./graph-edges.ts";
import { after, before, edgesInPlan, jointsOf } from "./joints.ts";
import { openSpecsOf, planDependencies, plansNear } from "./open-cycle-rows.ts";
import { type Above, partsOf } from "./plan-needs.ts";

/** An open spec in a cycle. */
export interface CycleSpec {
  id: string;
  number: number;
  plan_id: string;
  plan_number: number;
  project_id: string;
  /** Its plan and ancestors. */
  plans: ReadonlySet<string>;
}

/** Open specs that wait for each other, as far as the actor can read them. */
export interface OpenCycle {
  specs: CycleSpec[];
  /** True if unreadable specs were left out. */
  isCut: boolean;
}

/**
 * Finds cycles of open specs of which the actor can read one. Dependency writes prevent cycles, but moves can
 * create them through dependencies of plans. So plans are checked first, each as a single node; specs only
 * within suspicious plans.
 */
export async function findOpenCycles(db: Db, actor: Actor): Promise<OpenCycle[]> {
  const { workspaceId } = actor;
  const dependencies = await planDependencies(db, workspaceId);
  if (dependencies.length === 0) return [];
  const tops = [...new Set(dependencies.flatMap(({ from, to }) => [from, to]))];
  const { plans, pairs } = await plansNear(db, workspaceId, tops);
  const above = aboveOf(plans);
  const joints = jointsOf(plans);
  const live = new Set(plans.map(({ id }) => id));
  for (const { from, to } of dependencies) {
    if (!live.has(from) || !live.has(to)) continue;
    const parts = partsOf(from, to, above);
    joints.edges.push({ from: before(parts.from), to: after(parts.to) });
  }
  const cyclesOf = (some: readonly { id: NodeId; plan: string }[], needs: readonly GraphEdge[]) => {
    const nodes = some.map(({ id }): GraphNode => ({ id, effort: null, status: "TODO" }));
    const inPlans = some.flatMap(({ id, plan }) => edgesInPlan(id, plan));
    return computeGraph([...nodes, ...joints.nodes], [...needs, ...inPlans, ...joints.edges]).cycles;
  };

  const units = plans.map(({ id }) => ({ id, plan: id }));
  const suspects = cyclesOf(units, pairs).flatMap((cycle) => cycle.map(({ id }) => ({ id: String(id) })));
  if (suspects.length === 0) return [];
  const ids = suspects.map(({ id }) => id);
  const specs = await openSpecsOf(db, workspaceId, ids);
  const { inside } = await edgesBetween(db, workspaceId, suspects, specs);
  const cycles = cyclesOf(
    specs.map(({ plan_id: plan }, index) => ({ id: index, plan })),
    inside,
  );
  const readable = await readablePlanIds(db, actor, ids);
  return cycles.flatMap((cycle) => {
    const named = cycle.flatMap(({ id }): CycleSpec[] => {
      const spec = specs[Number(id)];
      return spec && readable.has(spec.plan_id) ? [{ ...spec, plans: above(spec.plan_id) }] : [];
    });
    return named.length > 0 ? [{ specs: named, isCut: named.length < cycle.length }] : [];
  });
}

/** Returns the ancestors of each plan, itself included. */
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

/** Returns a cycle's handles, qualified outside of `home` (docs/decisions/graph.md, handles). */
export const handlesInCycle = ({ specs }: OpenCycle, home?: string): string[] =>
  specs.map(({ plan_id, plan_number, number }) =>
    plan_id === home ? specHandle(number) : `${planHandle(plan_number)}/${specHandle(number)}`,
  );

/** Returns a message about a cycle. */
export function sayCycle({ specs: { length }, isCut }: OpenCycle): string {
  const specs = length === 1 ? "1 spec" : `${length} specs`;
  if (!isCut) return `${specs} wait for each other.`;
  return `${specs} ${length === 1 ? "waits" : "wait"} in a cycle through plans that you can't read.`;
}
