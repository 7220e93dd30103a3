import { has, type Kind, link, type Node, type Step, unlink } from "./step.ts";
import type { View } from "./view.ts";

/** The hash of a dependency: it is there or not. */
const linked = "1";

/**
 * A dependency is made where both ends have an issue or get one; the others wait for the push of their plan.
 * `waiting`: the plans of the ends that those wait for. What was taken back here goes first, so that a dependency that was turned around closes no circle.
 */
export function dependencySteps(view: View, nodes: readonly Node[]): { steps: Step[]; waiting: string[] } {
  const nodeOf = new Map(nodes.map((node) => [node.entityId, node]));
  const steps: Step[] = takenBack(view).flatMap(({ kind, from, to }) => {
    const node = nodeOf.get(from);
    return node ? [unlink(node, kind, to)] : [];
  });
  const waiting: string[] = [];
  for (const edge of view.edges) {
    const node = nodeOf.get(edge.from);
    if (!node || !edge.readable || has(view.row(edge.kind, edge.key), linked)) continue;
    if (view.hasIssue(edge.to)) steps.push(link(node, edge.kind, edge.to, linked));
    else waiting.push(edge.toPlanId);
  }
  const order: readonly Kind[] = ["dependency", "plan_dependency"];
  return { steps: steps.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)), waiting };
}

/** Dependencies that a push made and the plan no longer has. Of others in the tracker nothing is known here. */
function takenBack({ edges, ledger }: View): { kind: Kind; from: string; to: string }[] {
  const there = new Set(edges.map((edge) => edge.key));
  return ledger.flatMap(({ kind, entity_id: key }) => {
    if ((kind !== "dependency" && kind !== "plan_dependency") || there.has(key)) return [];
    const [from = "", to = ""] = key.split(":");
    return [{ kind, from, to }];
  });
}
