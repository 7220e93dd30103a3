import { command } from "../../../dispatch/commands.ts";
import { timeIn } from "../../../jobs/clock.ts";
import { RunLater } from "../../../jobs/runner.ts";
import { measured } from "../../../outbound/measured.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { authorityOf } from "./authority.ts";
import { factsOf, findGrant, type GrantKey, pairOf } from "./grant-rows.ts";
import { revokeToken } from "./token-requests.ts";
import { apiOf, vendorOf } from "./vendors.ts";

/** Revokes an ended grant at its vendor, where there is a call for it, and forgets it. */
export async function revokeGrant(context: Context, key: GrantKey): Promise<void> {
  const grant = await findGrant(context.db, key);
  if (!grant || grant.ended_at === null) return;
  if (await isBeingRefreshed(context.db, key))
    throw new RunLater(afterRefreshSeconds, "its tokens are being replaced: the next ones are to be revoked");
  const pair = await pairOf(context, grant);
  if (grant.connector_id === "github") await revokeAtGitHub(context, pair.access);
  else {
    const authority = await authorityOf(context, grant.connector_id, factsOf(grant), pair.clientSecret);
    if (authority.server.revocation_endpoint !== undefined)
      for (const token of [pair.refresh, pair.access])
        if (token !== null) await revokeToken(authority, token);
  }
  await context.writer.run(forgetGrant, key);
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

/** Forgets a grant that its vendor would not revoke: it runs out there by itself. */
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

/** Deletes one token at GitHub. To delete the grant would end the person's tokens in other workspaces, too. */
async function revokeAtGitHub(context: Context, token: string): Promise<void> {
  const client = vendorOf(context.config, "github")?.client;
  if (!client) return;
  const { clientId, clientSecret } = client;
  const fetch = measured(context, "tracker", context.outbound.trustedFetch);
  const url = `${apiOf(context.config, "github")}/applications/${encodeURIComponent(clientId)}/token`;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const { status } = await fetch(url, {
    method: "DELETE",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/json" },
    body: JSON.stringify({ access_token: token }),
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
  });
  // 404 and 422 say that there is no such token any more.
  if (![204, 404, 422].includes(status)) throw new Error(`GitHub answered ${status} to a revocation`);
}
