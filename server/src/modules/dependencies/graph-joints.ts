import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { type GraphEdge, type GraphNode, isOpen } from "./graph/index.ts";
import type { TreePlan, TreeSpec } from "./graph-rows.ts";
import { after, before, edgesInPlan, jointsOf } from "./joints.ts";
import { openParts, type PlanScope, partsWith, planNeedsOf } from "./plan-needs.ts";

/** The node for a part's open specs outside of the tree. */
export const outsideNode = ({ plan, own }: PlanScope): string => `outside ${own ? "own" : "all"} ${plan}`;

/**
 * Returns nodes and edges for the dependencies of plans. A plan outside of the tree counts as one spec while
 * anything in it is open.
 */
export async function planJoints(
  db: Db,
  actor: Actor,
  plans: readonly TreePlan[],
  specs: readonly TreeSpec[],
): Promise<{ nodes: GraphNode[]; edges: GraphEdge[] }> {
  const ids = plans.map((plan) => plan.id);
  const { needs: all, above } = await planNeedsOf(db, actor, ids);
  const waiting = [...new Set(specs.filter(isOpen).map((spec) => spec.plan_id))];
  const isWaiting = partsWith(waiting, above);
  const needs = all.filter(({ from }) => isWaiting(from));
  if (needs.length === 0) return { nodes: [], edges: [] };

  const { nodes, edges } = jointsOf(plans);
  for (const [index, { plan_id: plan }] of specs.entries()) edges.push(...edgesInPlan(index, plan));
  const inTree = new Set(ids);
  const top = ids[0] ?? "";
  const outside = needs.map(({ to }) => to).filter(({ plan }) => !inTree.has(plan));
  const isOpenPart = await openParts(db, actor.workspaceId, outside);
  const counted = new Set<string>();
  for (const { from, to } of needs) {
    // The whole tree waits for the needs of its ancestors.
    const waits = before(inTree.has(from.plan) ? from : { plan: top, own: false });
    if (inTree.has(to.plan)) edges.push({ from: waits, to: after(to) });
    else if (isOpenPart(to)) {
      counted.add(outsideNode(to));
      edges.push({ from: waits, to: outsideNode(to) });
    }
  }
  for (const id of counted) nodes.push({ id, effort: null, status: "TODO" });
  return { nodes, edges };
}
