import type { SpecNode } from "./snapshot.ts";
import { has, link, type Node, type Step, unlink } from "./step.ts";
import type { View } from "./view.ts";

/** In the order of the plan, but for a parent that comes later there. */
export function parentsFirst(specs: readonly SpecNode[]): SpecNode[] {
  const byId = new Map(specs.map((spec) => [spec.id, spec]));
  const ordered = new Set<SpecNode>();
  for (const spec of specs) {
    const path: SpecNode[] = [];
    let at: SpecNode | undefined = spec;
    for (; at && !ordered.has(at); at = byId.get(at.parentId ?? "")) path.push(at);
    for (const step of path.reverse()) ordered.add(step);
  }
  return [...ordered];
}

/** Puts issues under each other. Nodes come parents first, so that no step closes a circle on the way. */
export function childSteps(view: View, nodes: readonly Node[]): Step[] {
  const parentOf = parents(view);
  return nodes.flatMap((node) => {
    const parent = parentOf(node.entityId);
    const known = view.row("child", node.entityId);
    if (parent) return has(known, parent) ? [] : [link(node, "child", parent, parent)];
    return known?.pushed_hash ? [unlink(node, "child", known.pushed_hash)] : [];
  });
}

/** A spec hangs under its parent's issue, else its plan's; a sub-plan under its parent's, once that has one. */
function parents({ plans, specs, hasIssue }: View): (id: string) => string | null {
  const specById = new Map(specs.map((spec) => [spec.id, spec]));
  const planById = new Map(plans.map((plan) => [plan.id, plan]));
  return (id) => {
    const spec = specById.get(id);
    if (!spec) {
      const above = planById.get(id)?.parentId ?? null;
      return above !== null && hasIssue(above) ? above : null;
    }
    for (let above = specById.get(spec.parentId ?? ""); above; above = specById.get(above.parentId ?? "")) {
      if (hasIssue(above.id)) return above.id;
    }
    return spec.planId;
  };
}
