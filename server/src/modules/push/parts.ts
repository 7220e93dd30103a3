import { shortHash } from "./hashes.ts";
import { directParent, heldPlaces } from "./place.ts";
import type { Node, View } from "./step.ts";

interface Parts {
  /** The parts that are needed, new ones too. */
  nodes: Node[];
  /** Where a node lies, its part included. */
  pathOf(node: Node): string[];
}

/**
 * A parent with more children than the tracker takes gets parts that hold them (`Part 1`, `Part 2`, …). What lies
 * in a part stays there; others go to the first part with room.
 */
export function partsOf(view: View, nodes: readonly Node[]): Parts {
  const most = view.capacity.children;
  const filling: Filling = { parts: [], paths: new Map(), stay: staying(view, nodes) };
  if (most !== null) {
    const byId = new Map(nodes.map((node) => [node.entityId, node]));
    for (const [parentId, children] of Map.groupBy(nodes, ({ path }) => path.at(-1))) {
      const parent = byId.get(parentId ?? "");
      if (!parent) continue;
      const isFull = children.length + (filling.stay.get(parent.entityId) ?? 0) > most;
      if (isFull || view.row("part", partId(parent, 1)) !== undefined)
        fill(view, parent, children, most, filling);
    }
  }
  return { nodes: filling.parts, pathOf: (node) => filling.paths.get(node.entityId) ?? node.path };
}

interface Filling {
  parts: Node[];
  /** Where children of full parents lie. */
  paths: Map<string, string[]>;
  /** By parent or part: how many lie there that this push does not touch. */
  stay: ReadonlyMap<string, number>;
}

const partId = ({ entityId }: Node, number: number) => `${entityId}-part${number}`;

function staying({ ledger }: View, nodes: readonly Node[]): Map<string, number> {
  const here = new Set(nodes.map(({ entityId }) => entityId));
  const stay = new Map<string, number>();
  for (const row of ledger)
    if (row.kind === "child" && !here.has(row.entity_id))
      for (const parent of new Set(heldPlaces(row)?.map(directParent)))
        if (parent) stay.set(parent, (stay.get(parent) ?? 0) + 1);
  return stay;
}

function fill(view: View, parent: Node, children: Node[], most: number, { parts, paths, stay }: Filling) {
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
    while (taken(partId(parent, number)) >= most) number++;
    put(child, partId(parent, number));
  }
  const [{ path } = parent] = children;
  for (const entityId of held.keys()) {
    const title = `Part ${entityId.slice(partId(parent, 0).length - 1)}`;
    const hash = shortHash(parent.planNumber, parent.specNumber, title);
    const none = { revision: null, effort: null };
    parts.push({ ...parent, ...none, kind: "part", entityId, path, extra: { title }, hash });
  }
}
