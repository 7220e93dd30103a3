import type { Actor, SignedIn } from "../../actor.ts";
import { ApiError } from "../../errors.ts";

const recentMs = 15 * 60_000;

/**
 * Throws 403 for console sign-ins older than 15 minutes, since someone else may sit there now. Keys and apps
 * are exempt (decisions section 7, signing in).
 */
export function requireRecentSignIn({ signedInAt }: Pick<Actor | SignedIn, "signedInAt">): void {
  if (signedInAt === null || Date.parse(signedInAt) > Date.now() - recentMs) return;
  throw new ApiError("recent_sign_in_required", "Sign in again for this, and repeat it within 15 minutes.");
}
