import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { type GraphEdge, type GraphNode, isOpen } from "./graph/index.ts";
import type { TreePlan, TreeSpec } from "./graph-rows.ts";
import { openParts, type Part, partsWith, planNeedsOf } from "./plan-needs.ts";

/**
 * Returns nodes and edges that make the specs of a tree wait as the dependencies of plans demand. Each plan gets joints
 * before and after its own specs, and around its sub-plans with them, so that the number of edges is a sum: of specs,
 * plans and dependencies. A plan outside the tree counts as one spec while something in it is open.
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

  const nodes = new Map<string, GraphNode>();
  const edges: GraphEdge[] = [];
  const link = (from: string | number, to: string | number) => edges.push({ from, to });
  const joint = (side: "before" | "after", { plan, own }: Part) => {
    const id = `${side} ${own ? "own" : "all"} ${plan}`;
    nodes.set(id, { id, effort: null, status: "TODO", joint: true });
    return id;
  };
  const inTree = new Set(ids);
  for (const { id: plan, parent } of plans) {
    const [own, whole] = [
      { plan, own: true },
      { plan, own: false },
    ];
    link(joint("before", own), joint("before", whole));
    link(joint("after", whole), joint("after", own));
    if (parent === null || !inTree.has(parent)) continue;
    link(joint("before", whole), joint("before", { plan: parent, own: false }));
    link(joint("after", { plan: parent, own: false }), joint("after", whole));
  }
  for (const [place, { plan_id: plan }] of specs.entries()) {
    link(place, joint("before", { plan, own: true }));
    link(joint("after", { plan, own: true }), place);
  }
  const top = ids[0] ?? "";
  const outside = needs.map(({ to }) => to).filter(({ plan }) => !inTree.has(plan));
  const isOpenPart = await openParts(db, actor.workspaceId, outside);
  for (const { from, to } of needs) {
    // The whole tree waits for whatever the plans above it wait for.
    const waits = joint("before", inTree.has(from.plan) ? from : { plan: top, own: false });
    if (inTree.has(to.plan)) link(waits, joint("after", to));
    else if (isOpenPart(to)) {
      const id = `outside ${to.plan}`;
      nodes.set(id, { id, effort: null, status: "TODO" });
      link(waits, id);
    }
  }
  return { nodes: [...nodes.values()], edges };
}
