import { getGraph } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { planHandle, specHandle } from "../handles.ts";
import { readablePlan } from "../plans/access.ts";
import { computeGraph, type GraphNode } from "./graph/index.ts";
import { specEdges } from "./graph-edges.ts";
import { planJoints } from "./graph-joints.ts";
import { treePlans, treeSpecs } from "./graph-rows.ts";

/** A node with its handle in the answer; null for a node that is computed with but not shown. */
type Node = GraphNode & { handle: string | null };

/** Reads what can be built at once, what is next and what decides how long it takes (docs/decisions/graph.md). */
export const planGraph = read(
  getGraph,
  async (db, actor, { params }) => {
    const plan = await readablePlan(db, actor, params);
    const plans = await treePlans(db, plan);
    const planHandles = new Map(plans.map(({ id, number }) => [id, planHandle(number)]));
    const specs = await treeSpecs(db, actor.workspaceId, plans);
    const { inside, outside } = await specEdges(db, actor, plans, specs);
    const joints = await planJoints(db, actor, plans, specs);

    // Places stand for ids: a number is found several times as fast as a text that was just read.
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
    const graph = computeGraph(nodes, [...inside, ...outside.edges, ...joints.edges]);
    const handleAt = (place: number) => shown[place]?.handle ?? "";
    const cycles = graph.cycles.map(handlesOf);
    return {
      nodes: specs.map(({ plan_id, number, title, effort, status }, place) => ({
        planShortId: planHandles.get(plan_id) ?? "",
        specShortId: specHandle(number),
        title,
        effort,
        status,
        ...(graph.places[place] ?? { wave: null, slack: null, critical: false }),
      })),
      edges: inside.map(({ from, to }) => ({ from: handleAt(from), to: handleAt(to) })),
      waves: graph.waves.map(handlesOf),
      criticalPath: handlesOf(graph.criticalPath),
      next: handlesOf(graph.next),
      ...(cycles.length > 0 ? { cycles } : {}),
    };
  },
  { cacheable: true },
);

const handlesOf = (nodes: readonly Node[]): string[] => nodes.flatMap(({ handle }) => handle ?? []);
