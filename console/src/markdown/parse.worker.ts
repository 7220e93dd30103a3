import { acceptanceCriteria } from "../../../contract/src/criteria/read-criteria.ts";
import { depthOf } from "./depth.ts";
import { nameForReact } from "./react-properties.ts";
import { type TreeInput, treeOf } from "./tree.ts";

/** This is what a worker is asked about a text: what to show of it, or its criteria alone. */
export type Asked = { tree: TreeInput } | { criteriaOf: string };

/** Deeper elements are more than a page can show, and than anybody wrote by hand. */
const deepest = 100;

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  try {
    postMessage("tree" in data ? shallowTree(data.tree) : acceptanceCriteria(data.criteriaOf));
  } catch {
    postMessage(null); // The text nests so deep that the parser has no room for it.
  }
});

function shallowTree(input: TreeInput) {
  const tree = treeOf(input);
  if (depthOf(tree, deepest) > deepest) return null;
  nameForReact(tree);
  return tree;
}
