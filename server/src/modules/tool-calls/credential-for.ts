import type { Actor } from "../../actor.ts";
import { ApiError, inField, notFound } from "../../errors.ts";
import type { McpEntry } from "../connectors/catalog.ts";
import { grantToken } from "../connectors/grants/grant-token.ts";
import type { Context } from "../context.ts";
import { tokenOf } from "../mcp-servers/token.ts";

/**
 * Returns what proves to a server who calls: a token of the caller's grant, the workspace's token, or null where nobody
 * has to. Throws 409
 * `not_connected` where there is none and one is needed, and 404 for a grant that the actor does not have.
 */
export async function credentialFor(
  context: Context,
  actor: Actor,
  entry: McpEntry,
  grantId?: string,
): Promise<string | null> {
  if (entry.connectScope === "personal") return grantToken(context, actor, entry, grantId);
  if (grantId !== undefined) throw inField("/grantId", notFound("grant"));
  const { server } = entry;
  if (server?.auth_mode !== "bearer") return null;
  const token = await tokenOf(context, server);
  if (token === null)
    throw new ApiError("not_connected", `${entry.label} has lost its token. An owner sets it again.`);
  return token;
}
