import { type Caveat, caveatsOf } from "./caveats.ts";
import { childSteps, parentsFirst } from "./hierarchy.ts";
import { dependencySteps } from "./needs.ts";
import type { Snapshot } from "./snapshot.ts";
import { has, type Node, ofPlan, ofSpec, type Step } from "./step.ts";
import { type View, viewOf } from "./view.ts";

/**
 * What a push has to do: containers top-down, specs parents first, the hierarchy, then dependencies. Nothing is
 * done for a tree without specs that was never pushed.
 */
export function planSteps(snapshot: Snapshot): { steps: Step[]; caveats: Caveat[] } {
  const view = viewOf(snapshot);
  const [top] = view.plans;
  const specs = parentsFirst(view.specs).filter((spec) => spec.included);
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
