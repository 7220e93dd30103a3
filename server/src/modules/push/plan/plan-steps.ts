import { parentsFirst } from "../../specs/parents-first.ts";
import type { Capacity } from "../../trackers/tracker.ts";
import type { Caveat } from "../ledger/caveats.ts";
import { areDetailsSettled } from "../ledger/details.ts";
import { shortHash } from "../ledger/hashes.ts";
import { lastLook } from "../ledger/look.ts";
import { parentKeyOf } from "../ledger/parent-key.ts";
import { isStatusSettled } from "../ledger/statuses.ts";
import { caveatsOf, leftOutCaveats } from "./caveats.ts";
import { type DependencySplit, dependencySteps, splitDependencies } from "./dependency-steps.ts";
import { missingLinks } from "./missing-links.ts";
import { overflowGroups } from "./overflow-groups.ts";
import type { Snapshot } from "./snapshot.ts";
import { linkStep, type Node, ofPlan, ofSpec, type PlanningView, planningView, type Step } from "./step.ts";

/**
 * Returns the steps of a push: containers top-down, specs by level, hierarchy, then dependencies. A never
 * pushed tree without specs has none.
 */
export function planSteps(snapshot: Snapshot, capacity: Capacity): { steps: Step[]; caveats: Caveat[] } {
  const view = planningView(snapshot, capacity);
  const [top] = view.plans;
  const specs = parentsFirst(view.specs, (spec) => spec.parentId).filter((spec) => spec.included);
  if (!top) return { steps: [], caveats: [] };
  if (specs.length === 0 && !view.row("plan", top.id)?.external_id)
    return {
      steps: [],
      caveats: [{ text: nothingToPush, planIds: [top.id], isLacking: true }, ...leftOutCaveats(view)],
    };

  const bare = [...view.plans.map(ofPlan), ...specs.map((spec) => ofSpec(spec, view.options))];
  const { split, caveats: dependencyCaveats } = splitDependencies(view, bare);
  const pathOf = pathsOf(view);
  const nodes = bare.map((node) =>
    withDependencyText({ ...node, path: pathOf(node.entityId) }, split.written),
  );
  const parts = overflowGroups(view, nodes);
  const withPaths = nodes.map((node) => ({ ...node, path: parts.pathOf(node) }));
  const { steps: needs, waiting } = dependencySteps(view, withPaths, split.linked);
  const texts = textSteps(view, byLevel([...nodes, ...parts.nodes]));
  // A part gets its parent last, once moved children have left space.
  const steps = [
    ...texts,
    ...childSteps(view, byLevel(withPaths)),
    ...childSteps(view, parts.nodes),
    ...needs,
  ];
  const lacking = missingLinks(view, [...withPaths, ...parts.nodes], split.linked);
  return { steps, caveats: [...caveatsOf(view, top, waiting), ...lacking, ...dependencyCaveats] };
}

const nothingToPush = "There is nothing to push: the plan has no specs, or all of them are left out.";

/** Hashes the ids of unlinkable dependencies, so that a rename is no change. */
function withDependencyText(node: Node, written: DependencySplit["written"]): Node {
  const needs = written.get(node.entityId);
  if (!needs) return node;
  const hash = shortHash(node.hash, ...needs.map(({ id }) => id));
  return { ...node, extra: { needs: needs.map(({ name }) => name) }, hash };
}

/** Sorts by level, since one level can be created or moved in one call. */
function byLevel(nodes: readonly Node[]): Node[] {
  const level = ({ kind, path }: Node) => (kind === "plan" ? 0 : path.length);
  return nodes.toSorted((a, b) => level(a) - level(b));
}

/** Includes searches for gone issues, which may be back; with `onGone`, checks of every issue. */
function textSteps({ row, has, options, overwritesStatus }: PlanningView, nodes: readonly Node[]): Step[] {
  return nodes.flatMap((node): Step[] => {
    const known = row(node.kind, node.entityId);
    const hasAll =
      has(known, node.hash) &&
      known &&
      isStatusSettled(known, node.status, overwritesStatus) &&
      areDetailsSettled(known, node.details);
    if (!hasAll && known?.external_id)
      return [{ ...node, action: "update", lastLook: lastLook(known, node) }];
    if (!hasAll) return [{ ...node, action: "create" }];
    return options.onGone ? [{ ...node, action: "update", isLook: true }] : [];
  });
}

/** Puts parents first, so that no intermediate state has a cycle. */
function childSteps(view: PlanningView, nodes: readonly Node[]): Step[] {
  return nodes.flatMap((node) => {
    if ([node.entityId, ...node.path].some(view.isGone)) return [];
    const known = view.row("child", node.entityId);
    const hash = parentKeyOf(node.path);
    const isLook = view.has(known, hash);
    if (isLook && !view.remakes) return [];
    if (node.path.length > 0) return [linkStep(node, "link", "child", { path: node.path, hash, isLook })];
    return known ? [linkStep(node, "unlink", "child", {})] : [];
  });
}

/** Returns a function for paths, plan first, without ancestors that have no issue. */
function pathsOf({ plans, specs, hasIssue, isGone }: PlanningView): (id: string) => string[] {
  const specById = new Map(specs.map((spec) => [spec.id, spec]));
  // A child of a gone item waits; it is not moved.
  const isHeld = (id: string) => hasIssue(id) || isGone(id);
  const planById = new Map(plans.map((plan) => [plan.id, plan]));
  return (id) => {
    const spec = specById.get(id);
    if (!spec) {
      const above = planById.get(id)?.parentId ?? null;
      return above !== null && isHeld(above) ? [above] : [];
    }
    const path: string[] = [];
    for (let above = specById.get(spec.parentId ?? ""); above; above = specById.get(above.parentId ?? ""))
      if (isHeld(above.id)) path.unshift(above.id);
    return [spec.planId, ...path];
  };
}
