import { shortHash } from "../ledger/hashes.ts";
import { directParent, possibleParentKeys } from "../ledger/parent-key.ts";
import { type Node, ofPlan, ofSpec, type PlanningView, partId } from "./step.ts";

interface Parts {
  /** Including parts that don't exist yet. */
  nodes: Node[];
  pathOf(node: Node): string[];
}

/**
 * Splits children beyond the tracker's limit into parts (`Part 1`, `Part 2`, …). A child keeps its part;
 * others go to the first with space.
 */
export function overflowGroups(view: PlanningView, nodes: readonly Node[]): Parts {
  const most = view.capacity.children;
  const filling: Filling = { parts: [], paths: new Map(), stay: staying(view, nodes) };
  if (most !== null) {
    // A parent may have its issue from an earlier push and be left out now.
    const byId = new Map(possibleParents(view).map((node) => [node.entityId, node]));
    for (const [parentId, children] of Map.groupBy(nodes, ({ path }) => path.at(-1))) {
      const parent = byId.get(parentId ?? "");
      if (!parent) continue;
      const isFull = children.length + (filling.stay.get(parent.entityId) ?? 0) > most;
      if (isFull || view.row("part", partId(parent.entityId, 1)) !== undefined)
        fill(view, parent, children, most, filling);
    }
  }
  return { nodes: filling.parts, pathOf: (node) => filling.paths.get(node.entityId) ?? node.path };
}

const possibleParents = ({ plans, specs, options }: PlanningView) => [
  ...plans.map(ofPlan),
  ...specs.map((spec) => ofSpec(spec, options)),
];

interface Filling {
  parts: Node[];
  /** By child id. */
  paths: Map<string, string[]>;
  /** Children outside this push, by parent or part. */
  stay: ReadonlyMap<string, number>;
}

function staying({ ledger }: PlanningView, nodes: readonly Node[]): Map<string, number> {
  const here = new Set(nodes.map(({ entityId }) => entityId));
  const stay = new Map<string, number>();
  for (const row of ledger)
    if (row.kind === "child" && !here.has(row.entity_id))
      for (const parent of new Set(possibleParentKeys(row)?.map(directParent)))
        if (parent) stay.set(parent, (stay.get(parent) ?? 0) + 1);
  return stay;
}

function fill(
  view: PlanningView,
  parent: Node,
  children: Node[],
  most: number,
  { parts, paths, stay }: Filling,
) {
  const held = new Map<string, number>();
  const put = (child: Node, id: string) => {
    held.set(id, (held.get(id) ?? 0) + 1);
    paths.set(child.entityId, [...child.path, id]);
  };
  const ownPart = new RegExp(`^${parent.entityId}-part\\d+$`);
  const partOf = (child: Node) => {
    const id = directParent(view.row("child", child.entityId)?.pushed_hash ?? null);
    return id !== null && ownPart.test(id) ? id : null;
  };
  for (const child of children) {
    const id = partOf(child);
    if (id !== null) put(child, id);
  }
  let number = 1;
  const taken = (id: string) => (stay.get(id) ?? 0) + (held.get(id) ?? 0);
  for (const child of children) {
    if (partOf(child) !== null) continue;
    while (taken(partId(parent.entityId, number)) >= most) number++;
    put(child, partId(parent.entityId, number));
  }
  const [{ path } = parent] = children;
  for (const entityId of held.keys()) {
    const title = `Part ${entityId.slice(partId(parent.entityId, 0).length - 1)}`;
    const hash = shortHash(parent.planNumber, parent.specNumber, title);
    const none = { revision: null, effort: null, status: null };
    parts.push({ ...parent, ...none, kind: "part", entityId, title, path, extra: { title }, hash });
  }
}
