import type { Actor } from "../../actor.ts";
import { ApiError, inField, notFound } from "../../errors.ts";
import type { McpEntry } from "../connectors/catalog.ts";
import { grantToken, type OwnToken } from "../connectors/grants/grant-token.ts";
import type { Context } from "../context.ts";
import { McpFailure } from "../mcp-servers/client/failure.ts";
import { tokenOf } from "../mcp-servers/token.ts";

/** A token for the server; only the caller's own can be renewed. */
export type CallCredential = OwnToken | { token: string | null };

/**
 * Returns the credential for a server: the caller's grant, the workspace's token, or null if anonymous.
 * Throws 409 `not_connected` if one is required, and 404 for a foreign grant.
 */
export async function credentialFor(
  context: Context,
  actor: Actor,
  entry: McpEntry,
  grantId?: string,
): Promise<CallCredential> {
  if (entry.connectScope === "personal") return grantToken(context, actor, entry, grantId);
  if (grantId !== undefined) throw inField("/grantId", notFound("grant"));
  const { server } = entry;
  if (server?.auth_mode !== "bearer") return { token: null };
  const token = await tokenOf(context, server);
  if (token === null)
    throw new ApiError("not_connected", `${entry.label} has lost its token. An owner sets it again.`);
  return { token };
}

/**
 * Calls with a credential. The caller's refused token is renewed once and retried, since a refused call did
 * nothing. A second refusal means that the vendor revoked the grant.
 */
export async function calling<T>(
  credential: CallCredential,
  call: (token: string | null) => Promise<T>,
): Promise<T> {
  if (!("renew" in credential)) return call(credential.token);
  try {
    return await call(credential.token);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  const next = await credential.renew(credential.token);
  try {
    return await call(next);
  } catch (error) {
    if (isRefusal(error)) return credential.end(next);
    throw error;
  }
}

const isRefusal = (error: unknown): boolean => error instanceof McpFailure && error.isOfCredential;
