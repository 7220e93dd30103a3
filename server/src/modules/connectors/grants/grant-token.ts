import type { Actor } from "../../../actor.ts";
import { ApiError, inField, notFound, upstreamFailed } from "../../../errors.ts";
import type { Context } from "../../context.ts";
import type { McpEntry } from "../catalog.ts";
import { accessToken, endRefused, GrantEnded, GrantUnavailable } from "./access-token.ts";
import { type GrantKey, grantsOf, isFor, noGrant } from "./grant-rows.ts";

export interface OwnToken {
  token: string;
  /** Replaces a refused token. */
  renew(refused: string): Promise<string>;
  /** Ends a grant whose renewed token was refused, too. */
  end(refused: string): Promise<never>;
}

/**
 * Returns the token of the given grant, or of the user's newest. Throws 409 `not_connected` if there is none, 404 for another user's grant.
 */
export async function grantToken(
  context: Context,
  actor: Actor,
  entry: McpEntry,
  grantId?: string,
): Promise<OwnToken> {
  const { workspaceId, userId } = actor;
  const all = await grantsOf(context.db, { workspaceId, userId, connectorId: entry.id });
  const own = all.filter((grant) => isFor(grant, entry.url));
  const grant = grantId === undefined ? own[0] : own.find(({ id }) => id === grantId);
  if (!grant && grantId !== undefined) throw inField("/grantId", notFound("grant"));
  if (!grant) throw noGrant(entry);
  const key = { workspaceId, id: grant.id };
  return {
    token: await tokenOf(context, key, entry, null),
    renew: (refused) => tokenOf(context, key, entry, refused),
    async end(refused) {
      await endRefused(context, key, refused);
      throw ended(entry);
    },
  };
}

async function tokenOf(
  context: Context,
  key: GrantKey,
  entry: McpEntry,
  refused: string | null,
): Promise<string> {
  try {
    return await accessToken(context, key, refused);
  } catch (error) {
    if (error instanceof GrantEnded) throw ended(entry);
    if (!(error instanceof GrantUnavailable)) throw error;
    throw upstreamFailed(entry.id, error.reason, `${entry.label} ${error.message}. Try again later.`);
  }
}

const ended = ({ label }: McpEntry) =>
  new ApiError("not_connected", `${label} ended the connection. Connect again.`);
