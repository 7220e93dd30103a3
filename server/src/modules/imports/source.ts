import type { Input, importPlans } from "@groundplan/contract";
import { invalid } from "../../errors.ts";
import type { OnConflict } from "../../revisions/merge-open.ts";
import type { Timed } from "./merge-time.ts";

type Body = Input<typeof importPlans>["body"];
export type SourcePlan = Body["plans"][number];
export type SourceSpec = SourcePlan["specs"][number];
export type ContextOfSource = NonNullable<Body["sources"]>[number];

/** Options of an import. */
export interface How {
  projectId: string;
  onConflict: OnConflict;
  dryRun: boolean;
  /** Takes specs that were made here for new ones of the source with their titles. */
  adopt: boolean;
  timed: Timed;
}

/** Throws 400 for an empty import, or duplicate `externalRef`s of plans or within one plan or scope. */
export function refuseTwins({ plans, sources = [] }: Pick<Body, "plans" | "sources">): void {
  if (plans.length + sources.length === 0)
    throw invalid("/plans", "must have a plan, unless `sources` has something");
  refuseTwinsOf(plans, "/plans", "request");
  refuseTwinsOf(sources, "/sources", "request");
  for (const [at, plan] of plans.entries()) {
    refuseTwinsOf(plan.specs, `/plans/${at}/specs`, "plan");
    refuseTwinsOf(plan.sources ?? [], `/plans/${at}/sources`, "plan");
  }
}

function refuseTwinsOf(items: readonly { externalRef: string }[], path: string, where: string): void {
  const seen = new Set<string>();
  for (const [at, { externalRef }] of items.entries()) {
    if (seen.has(externalRef)) throw invalid(`${path}/${at}/externalRef`, `is used twice in this ${where}`);
    seen.add(externalRef);
  }
}
