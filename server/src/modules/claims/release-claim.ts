import { releaseClaim } from "@groundplan/contract";
import { post } from "../../dispatch/handlers.ts";
import { referencedPlan, requireNotArchived, requireOwn } from "../plans/access.ts";
import { readableClaim, requireLive } from "./access.ts";
import { endClaims } from "./end-claims.ts";
import { disclosesClaim, presentClaim } from "./present.ts";

/** Ends a claim for its holder, by any credential, or for an owner of the plan. */
export const claimRelease = post(releaseClaim, disclosesClaim, async (tx, actor, { params, body }) => {
  const claim = await readableClaim(tx, actor, params.claimId);
  const plan = await referencedPlan(tx, actor, claim.plan_id);
  if (claim.user_id !== actor.userId) requireOwn(plan);
  requireNotArchived(plan);
  requireLive(claim);
  await endClaims(tx, actor, [claim], "released", body.note);
  return { claim: presentClaim(await readableClaim(tx, actor, claim.id)) };
});
