import type { Actor, SignedIn } from "../../actor.ts";
import { ApiError } from "../../errors.ts";

const recentMs = 15 * 60_000;

/**
 * Throws 403 where the console acts for a person who signed in more than 15 minutes ago: somebody else may sit there
 * now. Keys and apps are not asked (decisions section 7, signing in).
 */
export function requireRecentSignIn({ signedInAt }: Pick<Actor | SignedIn, "signedInAt">): void {
  if (signedInAt === null || Date.parse(signedInAt) > Date.now() - recentMs) return;
  throw new ApiError("recent_sign_in_required", "Sign in again for this, and repeat it within 15 minutes.");
}
