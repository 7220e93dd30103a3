import type { Actor } from "../../../actor.ts";
import { newId } from "../../../ids.ts";
import type { Context } from "../../context.ts";
import type { VendorFacts } from "../../trackers/oauth.ts";
import type { Granted } from "../../trackers/tokens.ts";
import { grantEnded } from "../../trackers/tokens.ts";
import { findConnectionTo } from "../access.ts";
import { trackerEntry } from "../catalog.ts";
import { saveConnection } from "../save-connection.ts";
import type { GrantedTokens } from "./facts.ts";
import { sealTokens } from "./grant-rows.ts";

/** Reads the tokens' account, then stores them as the workspace's connection, replacing any other. */
export async function keepGranted(
  context: Context,
  actor: Actor,
  connectorId: string,
  { tokens, expiresAt }: GrantedTokens,
  facts: VendorFacts,
): Promise<void> {
  const { label } = trackerEntry(connectorId);
  const host = new URL(facts.webUrl ?? facts.baseUrl).host;
  const ended = () => Promise.reject(grantEnded(label));
  const granted: Granted["tokens"] = { current: async () => tokens.access, renew: ended, end: ended };
  const credential = { connectorId, secret: "", site: host, account: null };
  const tracker = await context.openTracker(context, {
    ...credential,
    granted: { ...facts, tokens: granted },
  });
  const { name: account, workspace } = await tracker.account();
  const site = workspace === null ? host : `${host}/${workspace}`;
  for (;;) {
    const before = await findConnectionTo(context.db, actor.workspaceId, connectorId, site);
    const key = { workspaceId: actor.workspaceId, id: newId() };
    const grant = {
      id: key.id,
      connector_id: connectorId,
      user_id: null,
      account,
      facts: JSON.stringify(facts),
      expires_at: expiresAt,
      tokens: await sealTokens(context, key, tokens),
    };
    const row = { id: before?.id ?? newId(), connectorId, site, account, secret: null, keyHint: null };
    if (await context.writer.run(saveConnection, { actor, row: { ...row, grant } })) return;
  }
}
