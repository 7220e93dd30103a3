import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { type GraphEdge, type GraphNode, isOpen } from "./graph/index.ts";
import { edgesInto, openSpecs, type TreePlan, type TreeSpec, treeEdges } from "./graph-rows.ts";

/** An edge between two specs of a tree, by index. */
export interface TreeEdge {
  from: number;
  to: number;
}

interface Numbered {
  plan_id: string;
  number: number;
}

/** Returns edges between specs of these plans, and other plans whose specs they need. */
export async function edgesBetween(
  db: Db,
  workspaceId: string,
  plans: readonly { id: string }[],
  specs: readonly Numbered[],
): Promise<{ inside: TreeEdge[]; others: Set<string>; indexes: Map<string, number[]> }> {
  const indexes = indexesByNumber(plans, specs);
  const inside: TreeEdge[] = [];
  const others = new Set<string>();
  for (const { from_plan_id, to_plan_id, numbers } of await treeEdges(db, workspaceId, plans)) {
    const froms = indexes.get(from_plan_id);
    const tos = indexes.get(to_plan_id);
    if (!tos) others.add(to_plan_id);
    const ends: number[] = tos ? JSON.parse(`[${numbers}]`) : [];
    for (let index = 0; index < ends.length; index += 2) {
      const from = froms?.[ends[index] ?? 0];
      const to = tos?.[ends[index + 1] ?? 0];
      if (from !== undefined && to !== undefined) inside.push({ from, to });
    }
  }
  return { inside, others, indexes };
}

/**
 * Returns needs of a tree's specs: inner edges, and open outer specs that block them
 * (docs/decisions/graph.md, outside the plan and its sub-plans).
 */
export async function specEdges(
  db: Db,
  actor: Actor,
  plans: readonly TreePlan[],
  specs: readonly TreeSpec[],
): Promise<{ inside: TreeEdge[]; outside: { nodes: GraphNode[]; edges: GraphEdge[] } }> {
  const { inside, others, indexes } = await edgesBetween(db, actor.workspaceId, plans, specs);
  if (others.size === 0) return { inside, outside: { nodes: [], edges: [] } };

  const edges: GraphEdge[] = [];
  const needed = new Set<string>();
  for (const { from_plan_id, from_number, to_id } of await edgesInto(db, actor.workspaceId, plans, others)) {
    const from = indexes.get(from_plan_id)?.[from_number ?? 0];
    const spec = specs[from ?? -1];
    if (from === undefined || !spec || !isOpen(spec)) continue;
    edges.push({ from, to: to_id });
    needed.add(to_id);
  }
  // In one order, since it decides between paths of the same length.
  edges.sort((one, other) => Number(one.from) - Number(other.from) || (one.to < other.to ? -1 : 1));
  const open = new Map((await openSpecs(db, actor, [...needed])).map((spec) => [spec.id, spec]));
  const nodes = [...new Set(edges.map(({ to }) => String(to)))].flatMap((id) => {
    const spec = open.get(id);
    return spec ? [{ id, effort: spec.effort, status: "TODO" as const }] : [];
  });
  return { inside, outside: { nodes, edges } };
}

/** Returns the index of each spec by plan and number. */
function indexesByNumber(
  plans: readonly { id: string }[],
  specs: readonly Numbered[],
): Map<string, number[]> {
  const indexes = new Map<string, number[]>(plans.map(({ id }) => [id, []]));
  for (const [index, { plan_id, number }] of specs.entries()) {
    const ofPlan = indexes.get(plan_id);
    if (ofPlan) ofPlan[number] = index;
  }
  return indexes;
}
