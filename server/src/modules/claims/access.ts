import type { Actor } from "../../actor.ts";
import { ApiError, forbidden, notFound } from "../../errors.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { type PlanRow, referencedPlan, requireEdit } from "../plans/access.ts";
import { type NamedClaim, readableClaims } from "./store.ts";

/** Returns a claim on a spec in a readable plan; 404 otherwise, and for deleted specs. */
export async function readableClaim(db: Db, actor: Actor, id: string): Promise<NamedClaim> {
  const claim = await readableClaims(db, actor).where("claims.id", "=", id).executeTakeFirst();
  if (!claim) throw notFound("claim");
  return claim;
}

/**
 * Returns a live claim for its holder's write: 404, 403 for another credential than its own or the same
 * person's session, 409 for an archived plan, 409 `claim_lost`.
 */
export async function heldClaim(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ claim: NamedClaim; plan: PlanRow }> {
  const claim = await readableClaim(tx, actor, id);
  requireHolder(actor, claim);
  const plan = requireEdit(await referencedPlan(tx, actor, claim.plan_id));
  requireLive(claim);
  return { claim, plan };
}

/** Throws 403 for another credential than the claim's own or the same person's session. */
export function requireHolder(actor: Actor, claim: Pick<NamedClaim, "user_id" | "credential_id">): void {
  const isOwn = claim.user_id === actor.userId;
  if (isOwn && (claim.credential_id === actor.credentialId || actor.signedInAt !== null)) return;
  throw forbidden(
    isOwn
      ? "This claim was taken with another key or app of yours. Use that one, or the console."
      : "This claim is somebody else's. Only its holder can do this.",
  );
}

export function requireLive(claim: NamedClaim): void {
  if (claim.shown_state !== "held") throw claimLost(claim.shown_state);
}

export const claimLost = (state?: string): ApiError =>
  new ApiError(
    "claim_lost",
    state === undefined
      ? "This claim isn't held any more, or isn't yours. Nothing was written: claim the spec again."
      : state === "completed"
        ? "The claim is completed already. Nothing was written, and nothing is left to do."
        : `The claim is ${state}. Nothing was written: claim the spec again.`,
  );
