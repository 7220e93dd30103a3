import { planHandle, specHandle } from "../handles.ts";
import type { Caveat } from "./caveats.ts";
import { rowKey } from "./ledger.ts";
import type { Edge } from "./snapshot.ts";
import { type Kind, linkStep, type Node, type Step, type View } from "./step.ts";

/** The hash of a dependency: it is there or not. */
export const linked = "1";

export interface Split {
  /** Edges that become links. */
  linked: Edge[];
  /** By the one that needs: the rest, with what people call them. */
  written: Map<string, { id: string; name: string }[]>;
}

/**
 * A tracker takes a number of needs for each item, and as many that need it; what goes beyond is written into its
 * text. Links that exist come first. An end that the person who pushes can't read is neither made nor mentioned.
 */
export function writtenNeeds(view: View, nodes: readonly Node[]): { split: Split; caveats: Caveat[] } {
  const here = new Set(nodes.map((node) => node.entityId));
  const edges = view.edges.filter(({ from, readable }) => here.has(from) && readable);
  const most = view.capacity.needs;
  if (most === null) return { split: { linked: edges, written: new Map() }, caveats: [] };

  const isLinked = (edge: Edge) => view.row(edge.kind, edge.from, edge.to)?.state === "sent";
  const taken = new Map<string, number>();
  const take = (key: string) => taken.set(key, (taken.get(key) ?? 0) + 1);
  const full = (key: string) => (taken.get(key) ?? 0) >= most;
  const split: Split = { linked: [], written: new Map() };
  const planIds = new Set<string>();
  for (const edge of [...edges.filter(isLinked), ...edges.filter((edge) => !isLinked(edge))]) {
    const [out, into] = [`from ${edge.from}`, `to ${edge.to}`];
    if (view.hasIssue(edge.to) && !isLinked(edge) && (full(out) || full(into))) {
      const names = split.written.get(edge.from) ?? [];
      split.written.set(edge.from, [...names, { id: edge.to, name: nameOf(view, edge) }]);
      planIds.add(edge.toPlanId);
      continue;
    }
    take(out);
    take(into);
    split.linked.push(edge);
  }
  const count = [...split.written.values()].flat().length;
  const what = count === 1 ? "1 dependency is" : `${count} dependencies are`;
  const text = `${what} written into the text of the issues: the tracker links at most ${most} for each.`;
  return { split, caveats: count > 0 ? [{ text, planIds: [...planIds] }] : [] };
}

/** As the tracker calls it, else as it is called here. */
function nameOf(view: View, { kind, to }: Edge): string {
  const key = view.row(kind === "dependency" ? "spec" : "plan", to)?.external_key;
  if (key) return key;
  const spec = view.specs.find(({ id }) => id === to);
  if (spec) return `${planHandle(spec.planNumber)} / ${specHandle(spec.number)}`;
  const plan = view.plans.find(({ id }) => id === to);
  return plan ? planHandle(plan.number) : "an issue";
}

/**
 * A dependency is made where both ends have an issue or get one; the others wait for the push of their plan.
 * `waiting`: the plans of the ends that those wait for. What was taken back here goes first, so that a dependency
 * that was turned around closes no circle.
 */
export function dependencySteps(
  view: View,
  nodes: readonly Node[],
  edges: readonly Edge[],
): { steps: Step[]; waiting: string[] } {
  const nodeOf = new Map(nodes.map((node) => [node.entityId, node]));
  const steps: Step[] = takenBack(view).flatMap(({ kind, from, to }) => {
    const node = nodeOf.get(from);
    return node ? [linkStep(node, "unlink", kind, { otherId: to })] : [];
  });
  const waiting: string[] = [];
  for (const { kind, from, to, toPlanId } of edges) {
    const node = nodeOf.get(from);
    if (!node || view.has(view.row(kind, from, to), linked)) continue;
    if (view.hasIssue(to)) steps.push(linkStep(node, "link", kind, { otherId: to, hash: linked }));
    else waiting.push(toPlanId);
  }
  const order: readonly Kind[] = ["dependency", "plan_dependency"];
  return { steps: steps.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)), waiting };
}

/** Dependencies that a push made and the plan no longer has. Of others in the tracker nothing is known here. */
function takenBack({ edges, ledger, has }: View): { kind: Kind; from: string; to: string }[] {
  const there = new Set(edges.map(({ kind, from, to }) => rowKey(kind, from, to)));
  return ledger.flatMap((row) => {
    const { kind, entity_id: from, needed_id: to } = row;
    if ((kind !== "dependency" && kind !== "plan_dependency") || has(row, "")) return [];
    return there.has(rowKey(kind, from, to)) ? [] : [{ kind, from, to }];
  });
}
