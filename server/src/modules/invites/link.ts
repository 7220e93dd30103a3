import { ApiError } from "../../errors.ts";
import { seal } from "../../secrets/seal.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import type { Context } from "../context.ts";
import { checksumOk, hashSecret, newSecret } from "../identity/key-format.ts";

const prefix = "plan_invite_";
const validDays = 14;

/** What the database keeps of the links of an invite. */
export interface StoredLink {
  secretHash: string;
  /** The link that goes by mail; null where no mail is sent. */
  mailed: { hash: string; sealedSecret: string } | null;
}

/**
 * Returns a new link, with what the database keeps of it. The mail has a link of its own, which its sender never sees.
 * It is sent by a job, which has to know the secret: that is sealed, since the table of jobs and every backup hold rows
 * in the clear.
 */
export async function newLink(
  context: Context,
  workspaceId: string,
): Promise<{ acceptUrl: string; stored: StoredLink }> {
  const secret = newSecret(prefix);
  const stored: StoredLink = { secretHash: hashSecret(secret), mailed: null };
  if (context.config.mail) {
    const mailedSecret = newSecret(prefix);
    const hash = hashSecret(mailedSecret);
    const key = await workspaceKey(context, workspaceId);
    stored.mailed = { hash, sealedSecret: seal(key, placeOf(workspaceId, hash), mailedSecret) };
  }
  return { acceptUrl: linkOf(context, secret), stored };
}

/** Returns the address that the invited person opens. */
export const linkOf = ({ publicUrl }: Pick<Context, "publicUrl">, secret: string): string =>
  `${publicUrl()}/invite?token=${secret}`;

/** Returns the cell in which a link's secret is sealed. A row gets a new link, so the link's own hash names the cell. */
export const placeOf = (workspaceId: string, secretHash: string) => ({
  workspaceId,
  table: "invites",
  column: "sealed_secret",
  rowId: secretHash,
});

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
