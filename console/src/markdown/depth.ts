import type { Root, RootContent } from "hast";

/** Stops counting above `most`. */
export function depthOf(tree: Root, most: number): number {
  let depth = 0;
  for (let level: readonly (Root | RootContent)[] = [tree]; level.length > 0 && depth <= most; depth++)
    level = level.flatMap((node) => ("children" in node ? node.children : []));
  return depth;
}
