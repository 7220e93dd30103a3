import { type ToolSubset, toolSubset } from "@groundplan/contract";
import { addContext } from "./add-context.ts";
import { claimWork } from "./claim-work.ts";
import { find } from "./find.ts";
import { getContext } from "./get-context.ts";
import { getGuide } from "./get-guide.ts";
import { getPlan } from "./get-plan.ts";
import { getSpecs } from "./get-specs.ts";
import { pushPlan } from "./push-plan.ts";
import { reportWork } from "./report-work.ts";
import { savePlan } from "./save-plan.ts";
import { saveSpecs } from "./save-specs.ts";
import type { Tool } from "./tool.ts";

/** All tools, in the order of their list. */
export const tools: readonly Tool[] = [
  ...[find, getPlan, getSpecs, getContext, getGuide],
  ...[savePlan, saveSpecs, addContext, claimWork, reportWork, pushPlan],
];

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

export const isSubset = (name: string): boolean => Object.hasOwn(subsets, name);

/** Returns the subsets that a tool is in. */
export const subsetsWith = (name: string): ToolSubset[] =>
  toolSubset.options.filter((subset) => subsets[subset]?.includes(name));
