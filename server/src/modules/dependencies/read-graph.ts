import { getGraph } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { planHandle, specHandle } from "../handles.ts";
import { readablePlan } from "../plans/access.ts";
import { computeGraph, type GraphEdge, type GraphNode, isOpen } from "./graph/index.ts";
import { planJoints } from "./graph-joints.ts";
import { openSpecs, treeEdges, treePlans, treeSpecs } from "./graph-rows.ts";

/** A node with its handle in the answer; null for what is computed with and not shown. */
type Node = GraphNode & { handle: string | null };

/** What can be built at once, what is next and what decides how long it takes (docs/decisions/graph.md). */
export const planGraph = read(getGraph, async (db, actor, { params }) => {
  const plan = await readablePlan(db, actor, params);
  const plans = await treePlans(db, plan);
  const planHandles = new Map(plans.map(({ id, number }) => [id, planHandle(number)]));
  const specs = await treeSpecs(db, actor.workspaceId, plans);
  const rows = await treeEdges(db, actor.workspaceId, plans);

  // Places stand for ids: a number is found several times as fast as a text that was just read.
  const placeOf = new Map(specs.map(({ id }, place) => [id, place]));
  const shown: Node[] = specs.map(({ plan_id, number, effort, status }, id) => {
    const handle = specHandle(number);
    return {
      id,
      effort,
      status,
      handle: plan_id === plan.id ? handle : `${planHandles.get(plan_id)}/${handle}`,
    };
  });
  const edges: GraphEdge[] = [];
  const outward: GraphEdge[] = [];
  for (const { from_id, to_id } of rows) {
    const from = placeOf.get(from_id);
    const to = placeOf.get(to_id);
    if (from === undefined) continue;
    if (to !== undefined) edges.push({ from, to });
    else if (isOpen(specs[from] ?? { status: "DONE" })) outward.push({ from, to: to_id });
  }

  const hidden: Node[] = [];
  if (outward.length > 0) {
    const needed = new Set(outward.map(({ to }) => String(to)));
    for (const { id, effort } of await openSpecs(db, actor, [...needed]))
      hidden.push({ id, effort, status: "TODO", handle: null });
  }
  const joints = await planJoints(db, actor, plans, specs);
  for (const node of joints.nodes) hidden.push({ ...node, handle: null });

  const graph = computeGraph([...shown, ...hidden], [...edges, ...outward, ...joints.edges]);
  const handleAt = (place: GraphEdge["from"]) => shown[Number(place)]?.handle ?? "";
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
    edges: edges.map(({ from, to }) => ({ from: handleAt(from), to: handleAt(to) })),
    waves: graph.waves.map(handlesOf),
    criticalPath: handlesOf(graph.criticalPath),
    next: handlesOf(graph.next),
    ...(cycles.length > 0 ? { cycles } : {}),
  };
});

const handlesOf = (nodes: readonly Node[]): string[] => nodes.flatMap(({ handle }) => handle ?? []);
