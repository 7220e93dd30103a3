import type { PushResult } from "@groundplan/contract";
import { reportBelowReady } from "./below-ready.ts";
import type { Snapshot } from "./snapshot.ts";

/** What a push result says of the plan itself, as the snapshot has it. */
export type About = Pick<
  PushResult,
  | "planName"
  | "ancestorNames"
  | "containerCount"
  | "belowReady"
  | "belowReadyOmitted"
  | "belowReadyUnavailable"
>;

export function aboutOf({ plans, specs, ancestors, options }: Snapshot): About {
  const only = options.specIds && new Set(options.specIds);
  const asked = only ? specs.filter((spec) => only.has(spec.id)) : specs;
  return {
    planName: plans[0]?.name ?? "",
    ancestorNames: ancestors.map((plan) => plan.name),
    containerCount: plans.length,
    ...reportBelowReady(asked, options.holdBelowReady),
  };
}
