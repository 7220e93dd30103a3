import { acceptanceCriteria } from "../../../contract/src/criteria/read-criteria.ts";
import { depthOf } from "./depth.ts";
import { nameForReact } from "./react-properties.ts";
import { type TreeInput, treeOf } from "./tree.ts";

/** A request to the worker: a tree to show, or only the criteria. */
export type Asked = { tree: TreeInput } | { criteriaOf: string };

/** The nesting depth that a page can still render. */
const deepest = 100;

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  try {
    postMessage("tree" in data ? shallowTree(data.tree) : acceptanceCriteria(data.criteriaOf));
  } catch {
    postMessage(null); // Stack overflow in the parser.
  }
});

function shallowTree(input: TreeInput) {
  const tree = treeOf(input);
  if (depthOf(tree, deepest) > deepest) return null;
  nameForReact(tree);
  return tree;
}
