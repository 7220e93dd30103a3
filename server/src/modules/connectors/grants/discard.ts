import { command } from "../../../dispatch/commands.ts";
import { newId } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { endGrant } from "../../mcp-servers/end-grants.ts";
import type { VendorFacts } from "../../trackers/oauth.ts";
import type { Attempt } from "./attempts.ts";
import type { GrantedTokens, GrantFacts } from "./facts.ts";
import { sealTokens } from "./grant-rows.ts";
import { insertGrant, type NewGrant } from "./insert-grant.ts";

type AttemptKey = Pick<Attempt, "workspace_id" | "connector_id">;

export const ofVendor: VendorFacts = { kind: "vendor", baseUrl: "", webUrl: null, installation: null };

/** Stores new tokens, or revokes them if that fails. */
export async function orDiscard<T>(
  context: Context,
  attempt: AttemptKey,
  granted: GrantedTokens,
  facts: GrantFacts,
  keeping: () => Promise<T>,
): Promise<T> {
  try {
    return await keeping();
  } catch (error) {
    await discardTokens(context, attempt, granted, facts);
    throw error;
  }
}

/**
 * Stores unusable tokens as an ended grant, so that they get revoked. If this fails, they expire at the
 * vendor.
 */
async function discardTokens(
  context: Context,
  { workspace_id: workspaceId, connector_id: connectorId }: AttemptKey,
  { tokens, expiresAt }: GrantedTokens,
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
      tokens: await sealTokens(context, key, tokens),
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
