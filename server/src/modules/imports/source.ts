import type { Input, importPlans } from "@groundplan/contract";
import { invalid } from "../../errors.ts";
import type { OnConflict } from "../../revisions/merge-open.ts";
import type { Timed } from "./merge-time.ts";

type Body = Input<typeof importPlans>["body"];
export type SourcePlan = Body["plans"][number];
export type SourceSpec = SourcePlan["specs"][number];

/** This says how an import is done. */
export interface How {
  projectId: string;
  onConflict: OnConflict;
  dryRun: boolean;
  timed: Timed;
}

/** Throws 400 if two plans, or two specs of a plan, have the same `externalRef`. */
export function refuseTwins(plans: readonly SourcePlan[]): void {
  refuseTwinsOf(plans, "/plans", "request");
  for (const [at, { specs }] of plans.entries()) refuseTwinsOf(specs, `/plans/${at}/specs`, "plan");
}

function refuseTwinsOf(items: readonly { externalRef: string }[], path: string, where: string): void {
  const seen = new Set<string>();
  for (const [at, { externalRef }] of items.entries()) {
    if (seen.has(externalRef)) throw invalid(`${path}/${at}/externalRef`, `is used twice in this ${where}`);
    seen.add(externalRef);
  }
}
