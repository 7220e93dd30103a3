import { ApiError } from "../../errors.ts";
import type { Context } from "../context.ts";
import { checksumOk, hashSecret, newSecret } from "../identity/key-format.ts";

const prefix = "plan_invite_";
const validDays = 14;

/** What the database keeps of a link. */
export interface StoredLink {
  secretHash: string;
}

/** Returns a new link, with what the database keeps of it. */
export function newLink(context: Context): { acceptUrl: string; stored: StoredLink } {
  const secret = newSecret(prefix);
  return { acceptUrl: linkOf(context, secret), stored: { secretHash: hashSecret(secret) } };
}

/** Returns the address that the invited person opens. */
const linkOf = ({ publicUrl }: Pick<Context, "publicUrl">, secret: string): string =>
  `${publicUrl()}/invite?token=${secret}`;

/** Returns the time until which a link of now works. */
export const expiryOf = (now: string): string =>
  new Date(Date.parse(now) + validDays * 24 * 3600_000).toISOString();

/** Returns the hash of a link's secret; throws 404 for what was never one. */
export function hashOfToken(token: string): string {
  if (!token.startsWith(prefix) || !checksumOk(token)) throw noSuchLink();
  return hashSecret(token);
}

/** Returns the 404 for a link that is unknown, as one that was replaced is. */
export const noSuchLink = () =>
  new ApiError(
    "not_found",
    "This link is not valid: a newer one replaced it, or it was not copied whole. Ask for a new one.",
  );
