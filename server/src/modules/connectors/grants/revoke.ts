import { command } from "../../../dispatch/commands.ts";
import { timeIn } from "../../../jobs/clock.ts";
import { RunLater } from "../../../jobs/runner.ts";
import { measured } from "../../../outbound/measured.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { authorityOf } from "./authority.ts";
import type { Tokens } from "./facts.ts";
import { factsOf, findGrant, type GrantKey, type GrantRow, sealerOf, tokensOf } from "./grant-rows.ts";
import { saveRefreshed } from "./refresh-rows.ts";
import { refreshPair, revokeToken, TokenError } from "./token-requests.ts";
import { apiOf, oauthOf, vendorOf } from "./vendors.ts";

/** Revokes an ended grant at its vendor if possible, then deletes it. */
export async function revokeGrant(context: Context, key: GrantKey): Promise<void> {
  const grant = await findGrant(context.db, key);
  if (!grant || grant.ended_at === null) return;
  if (await isBeingRefreshed(context.db, key))
    throw new RunLater(afterRefreshSeconds, "its tokens are being replaced: the next ones are to be revoked");
  const tokens = await tokensOf(context, grant);
  const revokeAccess = oauthOf(grant.connector_id)?.revokeAccess;
  if (revokeAccess) {
    const access = await liveAccess(context, key, grant, tokens);
    const client = vendorOf(context.config, grant.connector_id)?.client;
    const fetch = measured(context, "tracker", context.outbound.trustedFetch);
    const apiUrl = apiOf(context.config, grant.connector_id);
    if (access !== null && client) await revokeAccess({ fetch, apiUrl, client }, access);
  } else {
    const authority = await authorityOf(context, grant.connector_id, factsOf(grant), tokens.clientSecret);
    if (authority.server.revocation_endpoint !== undefined)
      for (const token of [tokens.refresh, tokens.access])
        if (token !== null) await revokeToken(authority, token);
  }
  await context.writer.run(forgetGrant, key);
}

/**
 * Returns a valid access token; null if the vendor ended the grant. If only access tokens can be revoked, an
 * expired one is refreshed first; otherwise the refresh token would stay valid for months.
 */
async function liveAccess(
  context: Context,
  key: GrantKey,
  { connector_id, expires_at, generation, ...grant }: GrantRow,
  tokens: Tokens,
): Promise<string | null> {
  const { access, refresh } = tokens;
  if (refresh === null || expires_at === null || Date.parse(expires_at) > Date.now()) return access;
  const authority = await authorityOf(context, connector_id, factsOf(grant), tokens.clientSecret);
  const sealed = await sealerOf(context, key);
  try {
    const next = await refreshPair(authority, { ...tokens, refresh });
    // Saved first: if the process dies in between, the newest pair remains to be revoked.
    const save = {
      ...key,
      generation,
      owner: "",
      tokens: sealed(next.tokens),
      expiresAt: next.expiresAt,
    };
    await context.writer.run(saveRefreshed, save);
    return next.tokens.access;
  } catch (error) {
    if (error instanceof TokenError && error.why === "refused") return null;
    throw error;
  }
}

const afterRefreshSeconds = 3;

async function isBeingRefreshed(db: Db, { workspaceId, id }: GrantKey): Promise<boolean> {
  const row = await db
    .selectFrom("grants")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("lease_until", ">", timeIn(db, 0))
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a grant that couldn't be revoked; it expires at the vendor. */
export async function giveUpRevoking({ writer }: Context, key: GrantKey): Promise<void> {
  await writer.run(forgetGrant, key);
}

export const forgetGrant = command(
  "grants.forget",
  ({ workspaceId }: GrantKey) => workspaceId,
  async (tx: Tx, { workspaceId, id }: GrantKey): Promise<void> => {
    await tx
      .deleteFrom("grants")
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("ended_at", "is not", null)
      .execute();
  },
);
