import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { expireJob, expireSomeClaims, jobKindOfExpiry } from "./expire-claims.ts";
import { claimGet, claimsList } from "./read-claims.ts";
import { claimRelease } from "./release-claim.ts";
import { claimRenew } from "./renew-claim.ts";

/** Taking and completing answer briefs: see `briefs/`. */
export const claims: Module<Context> = {
  name: "claims",
  handlers: [claimsList, claimGet, claimRenew, claimRelease],
  commands: [expireSomeClaims],
  jobs: { [jobKindOfExpiry]: { run: expireJob, attempts: 100 } },
  tables: { claims: "kept" },
  events: [
    ...(["claim.taken", "claim.renewed", "claim.completed"] as const),
    ...(["claim.released", "claim.expired", "claim.ended"] as const),
  ],
};
