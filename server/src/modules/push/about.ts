import type { PushResult } from "@groundplan/contract";
import { type BelowReady, reportBelowReady } from "./below-ready.ts";
import type { Snapshot } from "./snapshot.ts";

/** What a run remembers of its plan, as the snapshot had it: names with the ids that decide who may read them. */
export interface About
  extends Pick<PushResult, "planName" | "containerCount" | "belowReadyOmitted" | "belowReadyUnavailable"> {
  /** The plans above, the outermost first. */
  ancestors: { id: string; name: string }[];
  belowReady: BelowReady[];
}

export const nothingKnown: About = {
  planName: "",
  ancestors: [],
  containerCount: 0,
  belowReady: [],
  belowReadyOmitted: 0,
  belowReadyUnavailable: true,
};

export function aboutOf({ plans, specs, ancestors, options }: Snapshot): About {
  const only = options.specIds && new Set(options.specIds);
  const asked = only ? specs.filter((spec) => only.has(spec.id)) : specs;
  return {
    planName: plans[0]?.name ?? "",
    ancestors: ancestors.map(({ id, name }) => ({ id, name })),
    containerCount: plans.length,
    ...reportBelowReady(asked, options.holdBelowReady),
  };
}
