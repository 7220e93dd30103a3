import { command } from "../../../dispatch/commands.ts";
import { newId } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { endGrant } from "../../mcp-servers/end-grants.ts";
import type { VendorFacts } from "../../trackers/oauth.ts";
import type { Attempt } from "./attempts.ts";
import type { GrantFacts, NewTokens } from "./facts.ts";
import { sealPair } from "./grant-rows.ts";
import { insertGrant, type NewGrant } from "./insert-grant.ts";

type Way = Pick<Attempt, "workspace_id" | "connector_id">;

export const ofVendor: VendorFacts = { kind: "vendor", baseUrl: "", webUrl: null, installation: null };

/** Stores new tokens, or revokes them if that fails. */
export async function orDiscard<T>(
  context: Context,
  way: Way,
  tokens: NewTokens,
  facts: GrantFacts,
  keeping: () => Promise<T>,
): Promise<T> {
  try {
    return await keeping();
  } catch (error) {
    await discardTokens(context, way, tokens, facts);
    throw error;
  }
}

/**
 * Stores unusable tokens as an ended grant, so that they get revoked. If this fails, they expire at the
 * vendor.
 */
async function discardTokens(
  context: Context,
  { workspace_id: workspaceId, connector_id: connectorId }: Way,
  { pair, expiresAt }: NewTokens,
  facts: GrantFacts,
): Promise<void> {
  try {
    const key = { workspaceId, id: newId() };
    const grant: NewGrant = {
      id: key.id,
      connector_id: connectorId,
      user_id: null,
      account: null,
      facts: JSON.stringify(facts),
      expires_at: expiresAt,
      tokens: await sealPair(context, key, pair),
    };
    await context.writer.run(discard, { workspaceId, grant });
    context.jobs.wake();
  } catch (error) {
    context.log.warn({ err: error }, "tokens that nobody gets could not be left to be revoked");
  }
}

interface Discard {
  workspaceId: string;
  grant: NewGrant;
}

export const discard = command(
  "grants.discard",
  ({ workspaceId }: Discard) => workspaceId,
  async (tx: Tx, { workspaceId, grant }: Discard): Promise<void> => {
    await insertGrant(tx, workspaceId, grant);
    await endGrant(tx, workspaceId, grant.id);
  },
);
