import type { Actor } from "../../actor.ts";
import type { PresentedClaim } from "../../dispatch/presented-claim.ts";
import type { ApiError } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { claimLost } from "./access.ts";
import { liveClaimOfUser } from "./store.ts";

/** Returns the 409 for a `Claim` header whose claim the caller doesn't hold; null if it is held. */
export async function refusedClaim(
  db: Db,
  { workspaceId, userId }: Actor,
  { id, fence }: PresentedClaim,
): Promise<ApiError | null> {
  const live = await liveClaimOfUser(db, { workspaceId, userId, id, fence });
  return live.length > 0 ? null : claimLost();
}
