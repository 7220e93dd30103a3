import type { Actor } from "../../../../actor.ts";
import { command } from "../../../../dispatch/commands.ts";
import { ApiError } from "../../../../errors.ts";
import { appendEvents } from "../../../../events/append.ts";
import { newId } from "../../../../ids.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import type { Tx } from "../../../../storage/dialect.ts";
import type { Context } from "../../../context.ts";
import { reloadActor } from "../../../identity/credential-kinds.ts";
import { requireMember } from "../../../projects/access.ts";
import { catalogEntry } from "../../catalog.ts";
import { requireOn } from "../../policy.ts";
import { maxGrants } from "../../present.ts";
import type { GrantedTokens, ServerFacts } from "../facts.ts";
import { grantsOf, isFor, sealTokens } from "../grant-rows.ts";
import { insertGrant, type NewGrant } from "../insert-grant.ts";

/** The job that reads a personal connector's tools after connecting. */
export const jobKindOfReadTools = "connectors.readTools";

interface NewPersonal {
  connectorId: string;
  tokens: GrantedTokens;
  facts: ServerFacts;
  account: string | null;
}

/** Stores a user's tokens or key for an MCP server next to their other ones, distinguished by `account`. */
export async function keepPersonal(
  context: Context,
  actor: Actor,
  { connectorId, tokens: granted, facts, account }: NewPersonal,
): Promise<void> {
  const { tokens, expiresAt } = granted;
  const key = { workspaceId: actor.workspaceId, id: newId() };
  const grant: NewGrant = {
    id: key.id,
    connector_id: connectorId,
    user_id: actor.userId,
    account,
    facts: JSON.stringify(facts),
    expires_at: expiresAt,
    tokens: await sealTokens(context, key, tokens),
  };
  await context.writer.run(savePersonal, { actor, grant, url: facts.url });
  context.jobs.wake();
}

interface Save {
  actor: Actor;
  grant: NewGrant;
  url: string;
}

/** Saves nothing if the server's URL has changed. */
export const savePersonal = command(
  "grants.savePersonal",
  ({ actor }: Save) => actor.workspaceId,
  async (tx: Tx, { actor: before, grant, url }: Save) => {
    const actor = await reloadActor(tx, before);
    requireMember(actor);
    const { workspaceId, userId } = actor;
    const connectorId = grant.connector_id;
    const entry = await catalogEntry(tx, workspaceId, connectorId);
    if (entry.kind !== "mcp" || entry.connectScope !== "personal" || entry.url !== url)
      throw new ApiError("not_connected", `${entry.label} has changed. Connect it again.`);
    await requireOn(tx, workspaceId, entry, null);
    // Grants for a former URL are hidden and don't count.
    const rows = await grantsOf(tx, { workspaceId, userId, connectorId });
    const own = rows.filter((row) => isFor(row, url));
    if (own.length >= maxGrants)
      throw new ApiError("forbidden", `You have ${maxGrants} accounts of ${entry.label}. Remove one first.`);
    await insertGrant(tx, workspaceId, grant);
    await enqueue(tx, { kind: jobKindOfReadTools, workspaceId, payload: { workspaceId, id: grant.id } });
    const about = { subjectId: grant.id, data: { connectorId } };
    await appendEvents(tx, actor, [{ type: "connector.connected", ...about }]);
  },
);
