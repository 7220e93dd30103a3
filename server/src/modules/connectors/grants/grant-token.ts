import type { Actor } from "../../../actor.ts";
import { ApiError, inField, notFound } from "../../../errors.ts";
import type { Context } from "../../context.ts";
import type { McpEntry } from "../catalog.ts";
import { accessToken, GrantEnded, GrantUnavailable } from "./access-token.ts";
import { grantsOf, isFor } from "./grant-rows.ts";

/**
 * Returns an access token of the caller's for a personal connector: of the grant that is named, else of the newest.
 * Throws 409 `not_connected` where they have none, and 404 for one that is not theirs.
 */
export async function grantToken(
  context: Context,
  actor: Actor,
  entry: McpEntry,
  grantId?: string,
): Promise<string> {
  const { workspaceId, userId } = actor;
  const all = await grantsOf(context.db, { workspaceId, userId, connectorId: entry.id });
  const own = all.filter((grant) => isFor(grant, entry.url));
  const grant = grantId === undefined ? own[0] : own.find(({ id }) => id === grantId);
  if (!grant && grantId !== undefined) throw inField("/grantId", notFound("grant"));
  if (!grant)
    throw new ApiError("not_connected", `Connect ${entry.label} first: it is used with an account of yours.`);
  try {
    return await accessToken(context, { workspaceId, id: grant.id });
  } catch (error) {
    if (error instanceof GrantEnded)
      throw new ApiError("not_connected", `${entry.label} ended the connection. Connect again.`);
    if (!(error instanceof GrantUnavailable)) throw error;
    throw new ApiError("upstream_error", `${entry.label} ${error.message}. Try again later.`, {
      provider: entry.id,
    });
  }
}
