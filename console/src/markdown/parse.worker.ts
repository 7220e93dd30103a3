import { depthOf } from "./depth.ts";
import { type TreeInput, treeOf } from "./tree.ts";

/** Deeper elements are more than a page can show, and than anybody wrote by hand. */
const deepest = 100;

addEventListener("message", ({ data }: MessageEvent<TreeInput>) => {
  try {
    const tree = treeOf(data);
    postMessage(depthOf(tree, deepest) > deepest ? null : tree);
  } catch {
    postMessage(null); // The text nests so deep that the parser has no room for it.
  }
});
