import { getSpecs } from "./get-specs.ts";
import type { Tool } from "./tool.ts";

/** All tools, in the order of their list. */
export const tools: readonly Tool[] = [getSpecs];

/** Names of the subsets that `?tools=` selects. */
const subsets: Record<string, readonly string[]> = {
  read: ["find", "get_plan", "get_specs", "get_context", "get_guide"],
  work: ["find", "get_specs", "get_context", "claim_work", "report_work"],
};

/** Returns the tools that a credential is offered at an address. */
export function offeredTools(subset: string | null, mayWrite: boolean): readonly Tool[] {
  const names = subset === null ? undefined : subsets[subset];
  return tools.filter(({ name, isRead }) => (mayWrite || isRead) && (names?.includes(name) ?? true));
}

export const isSubset = (name: string): boolean => name in subsets;
