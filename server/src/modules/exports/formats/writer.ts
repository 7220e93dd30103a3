import type { Tree, TreePlan } from "../tree.ts";
import type { Written } from "../written.ts";

/** Writes plans that were made here by the conventions of a format. */
export interface Writer {
  /** Tests whether a plan's files are of this format; by default, if its reference is. */
  isKept?(plan: TreePlan): boolean;
  /** Of the references of its imports, such as `kiro:`. */
  prefix: string;
  write(tree: Tree, plans: readonly TreePlan[]): Written;
}
