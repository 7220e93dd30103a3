import { parentsFirst } from "../specs/parents-first.ts";
import { type Caveat, caveatsOf } from "./caveats.ts";
import { rowKey } from "./ledger.ts";
import type { Snapshot } from "./snapshot.ts";
import {
  has,
  type Kind,
  link,
  type Node,
  ofPlan,
  ofSpec,
  type Step,
  unlink,
  type View,
  viewOf,
} from "./step.ts";

/**
 * What a push has to do: containers top-down, specs parents first, the hierarchy, then dependencies. Nothing is
 * done for a tree without specs that was never pushed.
 */
export function planSteps(snapshot: Snapshot): { steps: Step[]; caveats: Caveat[] } {
  const view = viewOf(snapshot);
  const [top] = view.plans;
  const specs = parentsFirst(view.specs, (spec) => spec.parentId).filter((spec) => spec.included);
  if (!top || (specs.length === 0 && !view.row("plan", top.id)?.external_id))
    return { steps: [], caveats: [] };

  const nodes = [...view.plans.map(ofPlan), ...specs.map(ofSpec)];
  const { steps: needs, waiting } = dependencySteps(view, nodes);
  const steps = [...textSteps(view, nodes), ...childSteps(view, nodes), ...needs];
  return { steps, caveats: caveatsOf(view, top, waiting) };
}

function textSteps({ row }: View, nodes: readonly Node[]): Step[] {
  return nodes.flatMap((node) => {
    const known = row(node.kind, node.entityId);
    if (has(known, node.hash)) return [];
    return [{ ...node, action: known?.external_id ? ("update" as const) : ("create" as const) }];
  });
}

/** Puts issues under each other. Nodes come parents first, so that no step closes a circle on the way. */
function childSteps(view: View, nodes: readonly Node[]): Step[] {
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

/** The hash of a dependency: it is there or not. */
const linked = "1";

/**
 * A dependency is made where both ends have an issue or get one; the others wait for the push of their plan.
 * `waiting`: the plans of the ends that those wait for. What was taken back here goes first, so that a dependency
 * that was turned around closes no circle.
 */
function dependencySteps(view: View, nodes: readonly Node[]): { steps: Step[]; waiting: string[] } {
  const nodeOf = new Map(nodes.map((node) => [node.entityId, node]));
  const steps: Step[] = takenBack(view).flatMap(({ kind, from, to }) => {
    const node = nodeOf.get(from);
    return node ? [unlink(node, kind, to)] : [];
  });
  const waiting: string[] = [];
  for (const edge of view.edges) {
    const node = nodeOf.get(edge.from);
    if (!node || !edge.readable || has(view.row(edge.kind, edge.from, edge.to), linked)) continue;
    if (view.hasIssue(edge.to)) steps.push(link(node, edge.kind, edge.to, linked));
    else waiting.push(edge.toPlanId);
  }
  const order: readonly Kind[] = ["dependency", "plan_dependency"];
  return { steps: steps.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)), waiting };
}

/** Dependencies that a push made and the plan no longer has. Of others in the tracker nothing is known here. */
function takenBack({ edges, ledger }: View): { kind: Kind; from: string; to: string }[] {
  const there = new Set(edges.map(({ kind, from, to }) => rowKey(kind, from, to)));
  return ledger.flatMap(({ kind, entity_id: from, needed_id: to }) => {
    if (kind !== "dependency" && kind !== "plan_dependency") return [];
    return there.has(rowKey(kind, from, to)) ? [] : [{ kind, from, to }];
  });
}
