import { getGraph } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { planHandle, specHandle } from "../handles.ts";
import { readablePlan } from "../plans/access.ts";
import { computeGraph, type GraphEdge, type GraphNode, isOpen } from "./graph/index.ts";
import { specEdges } from "./graph-edges.ts";
import { outsideNode, planJoints } from "./graph-joints.ts";
import { type TreeSpec, treePlans, treeSpecs } from "./graph-rows.ts";
import { findOpenCycles, handlesInCycle, type OpenCycle } from "./open-cycles.ts";

/** A node with its handle; null for a hidden auxiliary node. */
type Node = GraphNode & { handle: string | null };

/** Returns waves, next specs and the critical path of a plan (docs/decisions/graph.md). */
export const planGraph = read(
  getGraph,
  async (db, actor, { params }) => {
    const plan = await readablePlan(db, actor, params);
    const plans = await treePlans(db, plan);
    const planHandles = new Map(plans.map(({ id, number }) => [id, planHandle(number)]));
    const specs = await treeSpecs(db, actor.workspaceId, plans);
    const { inside, outside } = await specEdges(db, actor, plans, specs);
    const joints = await planJoints(db, actor, plans, specs);
    // An archived plan is shown as if restored, and waits for nothing until then.
    const openCycles = plan.archived_at ? [] : await findOpenCycles(db, actor);

    // Indices as ids: numbers are looked up several times as fast as fresh strings.
    const shown = specs.map(({ plan_id, number, effort, status }, id) => {
      const handle = specHandle(number);
      return {
        id,
        effort,
        status,
        handle: plan_id === plan.id ? handle : `${planHandles.get(plan_id)}/${handle}`,
      };
    });
    const hidden = [...outside.nodes, ...joints.nodes].map((node) => ({ ...node, handle: null }));
    const nodes: Node[] = [...shown, ...hidden];
    const waiting = waitingIn(openCycles, specs);
    const graph = computeGraph(nodes, [...inside, ...outside.edges, ...joints.edges, ...waiting]);
    const handleAt = (index: number) => shown[index]?.handle ?? "";
    const ofTree = openCycles.filter((cycle) => cycle.specs.some(({ plan_id }) => planHandles.has(plan_id)));
    const cycles = plan.archived_at
      ? graph.cycles.map(handlesOf)
      : ofTree.map((cycle) => handlesInCycle(cycle, plan.id));
    return {
      nodes: specs.map(({ plan_id, number, title, effort, readiness, status }, index) => ({
        planShortId: planHandles.get(plan_id) ?? "",
        specShortId: specHandle(number),
        title,
        effort,
        readiness,
        status,
        ...(graph.positions[index] ?? { wave: null, slack: null, critical: false }),
      })),
      edges: inside.map(({ from, to }) => ({ from: handleAt(from), to: handleAt(to) })),
      waves: graph.waves.map(handlesOf),
      criticalPath: handlesOf(graph.criticalPath),
      unestimated: unestimatedOf(shown.filter(isOpen)),
      criticalPathUnestimated: unestimatedOf(graph.criticalPath.filter(({ handle }) => handle !== null)),
      next: plan.root_template === 1 ? [] : handlesOf(graph.next),
      ...(cycles.length > 0 ? { cycles } : {}),
    };
  },
  { cacheable: true },
);

const unestimatedOf = (some: readonly Pick<GraphNode, "effort">[]): number =>
  some.filter(({ effort }) => effort === null).length;

const handlesOf = (nodes: readonly Node[]): string[] => nodes.flatMap(({ handle }) => handle ?? []);

/**
 * Returns edges that block everything in a cycle and its dependents, since the cycle may lead through unread
 * or unreadable plans.
 */
function waitingIn(openCycles: readonly OpenCycle[], specs: readonly TreeSpec[]): GraphEdge[] {
  if (openCycles.length === 0) return [];
  const keyOf = (spec: { plan_id: string; number: number }) => `${spec.plan_id} ${spec.number}`;
  const indexes = new Map(specs.map((spec, index) => [keyOf(spec), index]));
  const ids = openCycles
    .flatMap((cycle) => cycle.specs)
    .flatMap((spec) => [
      indexes.get(keyOf(spec)) ?? spec.id,
      outsideNode({ plan: spec.plan_id, own: true }),
      ...[...spec.plans].map((plan) => outsideNode({ plan, own: false })),
    ]);
  return ids.map((id) => ({ from: id, to: id }));
}
