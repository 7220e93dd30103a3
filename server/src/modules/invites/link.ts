import { ApiError } from "../../errors.ts";
import { seal } from "../../secrets/seal.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import type { Context } from "../context.ts";
import { checksumOk, hashSecret, newSecret } from "../identity/key-format.ts";

const prefix = "plan_invite_";
const validDays = 14;

/** The stored form of an invite's links. */
export interface StoredLink {
  secretHash: string;
  /** The mailed link; null without mail. */
  mailed: { hash: string; sealedSecret: string } | null;
}

/**
 * Creates a link and its stored form. The mail has its own link, unknown to the sender; its secret is sealed
 * for the job, since job rows and backups are plain.
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
    stored.mailed = { hash, sealedSecret: seal(key, cellOf(workspaceId, hash), mailedSecret) };
  }
  return { acceptUrl: linkOf(context, secret), stored };
}

export const linkOf = ({ publicUrl }: Pick<Context, "publicUrl">, secret: string): string =>
  `${publicUrl()}/invite?token=${secret}`;

/** Returns the cell that seals a link's secret, named by its hash, since rows get new links. */
export const cellOf = (workspaceId: string, secretHash: string) => ({
  workspaceId,
  table: "invites",
  column: "sealed_secret",
  rowId: secretHash,
});

export const expiryOf = (now: string): string =>
  new Date(Date.parse(now) + validDays * 24 * 3600_000).toISOString();

/** Returns a link's hash; throws 404 if malformed. */
export function hashOfToken(token: string): string {
  if (!token.startsWith(prefix) || !checksumOk(token)) throw noSuchLink();
  return hashSecret(token);
}

/** Returns the 404 for an unknown or replaced link. */
export const noSuchLink = () =>
  new ApiError(
    "not_found",
    "This link is not valid: a newer one replaced it, or it was not copied whole. Ask for a new one.",
  );
