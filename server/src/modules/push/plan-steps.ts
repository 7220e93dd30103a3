import { parentsFirst } from "../specs/parents-first.ts";
import { type Caveat, caveatsOf } from "./caveats.ts";
import { dependencySteps, type Split, writtenNeeds } from "./dependency-steps.ts";
import { shortHash } from "./hashes.ts";
import { lackingLinks } from "./lacking-links.ts";
import { partsOf } from "./parts.ts";
import { pathsOf } from "./paths.ts";
import { placeOf } from "./place.ts";
import type { Snapshot } from "./snapshot.ts";
import { linkStep, type Node, ofPlan, ofSpec, type Step, type View, viewOf } from "./step.ts";
import type { Capacity } from "./trackers/tracker.ts";

/**
 * What a push has to do: containers top-down, specs level by level, the hierarchy, then dependencies. Nothing is
 * done for a tree without specs that was never pushed.
 */
export function planSteps(snapshot: Snapshot, capacity: Capacity): { steps: Step[]; caveats: Caveat[] } {
  const view = viewOf(snapshot, capacity);
  const [top] = view.plans;
  const specs = parentsFirst(view.specs, (spec) => spec.parentId).filter((spec) => spec.included);
  if (!top) return { steps: [], caveats: [] };
  if (specs.length === 0 && !view.row("plan", top.id)?.external_id)
    return { steps: [], caveats: [{ text: nothingToPush, planIds: [top.id], isLacking: true }] };

  const bare = [...view.plans.map(ofPlan), ...specs.map(ofSpec)];
  const { split, caveats: ofNeeds } = writtenNeeds(view, bare);
  const pathOf = pathsOf(view);
  const nodes = bare.map((node) => saying({ ...node, path: pathOf(node.entityId) }, split.written));
  const parts = partsOf(view, nodes);
  const placed = nodes.map((node) => ({ ...node, path: parts.pathOf(node) }));
  const { steps: needs, waiting } = dependencySteps(view, placed, split.linked);
  const texts = textSteps(view, byLevel([...nodes, ...parts.nodes]));
  // A part goes under its parent once there is room: after its children left it.
  const steps = [...texts, ...childSteps(view, byLevel(placed)), ...childSteps(view, parts.nodes), ...needs];
  const lacking = lackingLinks(view, [...placed, ...parts.nodes], split.linked);
  return { steps, caveats: [...caveatsOf(view, top, waiting), ...lacking, ...ofNeeds] };
}

const nothingToPush = "There is nothing to push yet: the plan has no specs, or all of them are left out.";

/** What a node needs and the tracker takes no link for belongs to its text; another name of it is no change. */
function saying(node: Node, written: Split["written"]): Node {
  const needs = written.get(node.entityId);
  if (!needs) return node;
  const hash = shortHash(node.hash, ...needs.map(({ id }) => id));
  return { ...node, extra: { needs: needs.map(({ name }) => name) }, hash };
}

/** Plans first, then what lies directly under them: things of one level can be made or moved in one call. */
function byLevel(nodes: readonly Node[]): Node[] {
  const level = ({ kind, path }: Node) => (kind === "plan" ? 0 : path.length);
  return nodes.toSorted((a, b) => level(a) - level(b));
}

function textSteps({ row, has }: View, nodes: readonly Node[]): Step[] {
  return nodes.flatMap((node) => {
    const known = row(node.kind, node.entityId);
    if (has(known, node.hash)) return [];
    return [{ ...node, action: known?.external_id ? ("update" as const) : ("create" as const) }];
  });
}

/** Puts issues under each other. Nodes come parents first, so that no step closes a circle on the way. */
function childSteps(view: View, nodes: readonly Node[]): Step[] {
  return nodes.flatMap((node) => {
    const known = view.row("child", node.entityId);
    const hash = placeOf(node.path);
    if (view.has(known, hash)) return [];
    if (node.path.length > 0) return [linkStep(node, "link", "child", { path: node.path, hash })];
    return known ? [linkStep(node, "unlink", "child", {})] : [];
  });
}
