import type { Module } from "../../module.ts";
import { claimComplete } from "../claims/complete-claim.ts";
import { claimTake } from "../claims/take-claim.ts";
import { briefOfClaim } from "./brief-of-claim.ts";
import { specBrief } from "./read-brief.ts";

/** Everything that an agent should read to build a spec, composed from other modules. */
export const briefs: Module = {
  name: "briefs",
  handlers: [specBrief, claimTake(briefOfClaim), claimComplete(briefOfClaim)],
};
