import { acceptanceCriteria } from "../../../contract/src/criteria/read-criteria.ts";
import { depthOf } from "./depth.ts";
import { nameForReact } from "./react-properties.ts";
import { type TreeInput, treeOf } from "./tree.ts";

/** Asks for a tree, or for the criteria only. */
export type ParseRequest = { tree: TreeInput } | { criteriaOf: string };

/** A page can't render deeper nesting. */
const deepest = 100;

addEventListener("message", ({ data }: MessageEvent<ParseRequest>) => {
  try {
    postMessage("tree" in data ? shallowTree(data.tree) : acceptanceCriteria(data.criteriaOf));
  } catch {
    postMessage(null); // The parser's stack overflowed.
  }
});

function shallowTree(input: TreeInput) {
  const tree = treeOf(input);
  if (depthOf(tree, deepest) > deepest) return null;
  nameForReact(tree);
  return tree;
}
