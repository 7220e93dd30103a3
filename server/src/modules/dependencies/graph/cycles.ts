import { type Links, linksOf } from "./links.ts";
import { noWave } from "./waves.ts";

/**
 * Returns strongly connected components that are cycles, in the given order (Kosaraju's algorithm, without
 * recursion). Nodes that merely need a cycle are in none.
 */
export function findCycles(waves: Int32Array, needs: Links, neededBy: Links): number[][] {
  const ungrouped = new Set<number>();
  for (const [node, wave] of waves.entries()) if (wave === noWave) ungrouped.add(node);
  const cycles: number[][] = [];
  for (const start of needsFirst(ungrouped, needs).toReversed()) {
    if (!ungrouped.delete(start)) continue;
    const group = [start];
    for (const node of group) {
      for (const next of linksOf(neededBy, node)) if (ungrouped.delete(next)) group.push(next);
    }
    if (group.length > 1 || linksOf(needs, start).includes(start))
      cycles.push(group.toSorted((a, b) => a - b));
  }
  return cycles.toSorted(([a = 0], [b = 0]) => a - b);
}

/** Returns nodes in the finishing order of a depth-first walk along needs. */
function needsFirst(nodes: ReadonlySet<number>, needs: Links): number[] {
  const unseen = new Set(nodes);
  const done: number[] = [];
  for (const root of nodes) {
    const path: { node: number; rest: Iterator<number, undefined> }[] = [];
    const enter = (node: number) => {
      if (unseen.delete(node)) path.push({ node, rest: linksOf(needs, node).values() });
    };
    enter(root);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const need = top.rest.next();
      if (!need.done) enter(need.value);
      else {
        done.push(top.node);
        path.pop();
      }
    }
  }
  return done;
}
