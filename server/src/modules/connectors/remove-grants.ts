import { removeGrant } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { write } from "../../dispatch/handlers.ts";
import { ApiError, notFound } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import { endGrant } from "../mcp-servers/end-grants.ts";
import { type CatalogEntry, catalogEntry } from "./catalog.ts";
import { grantsOf } from "./grants/grant-rows.ts";

/** Sees only the caller's grants. */
export const grantRemove = write(removeGrant, async (tx, actor, { params }) => {
  const entry = await catalogEntry(tx, actor.workspaceId, params.connectorId);
  const own = await ownGrants(tx, actor, entry);
  if (!own.includes(params.grantId)) throw notFound("grant");
  await remove(tx, actor, entry, [params.grantId]);
  return { removed: true as const };
});

export async function removeOwnGrants(tx: Tx, actor: Actor, entry: CatalogEntry): Promise<void> {
  const own = await ownGrants(tx, actor, entry);
  if (own.length === 0)
    throw new ApiError("not_connected", `You have no account of ${entry.label} connected.`);
  await remove(tx, actor, entry, own);
}

async function ownGrants(tx: Tx, { workspaceId, userId }: Actor, { id }: CatalogEntry): Promise<string[]> {
  const rows = await grantsOf(tx, { workspaceId, userId, connectorId: id });
  return rows.map((row) => row.id);
}

async function remove(tx: Tx, actor: Actor, { id: connectorId }: CatalogEntry, ids: readonly string[]) {
  for (const id of ids) {
    await endGrant(tx, actor.workspaceId, id);
    await appendEvents(tx, actor, [{ type: "connector.disconnected", subjectId: id, data: { connectorId } }]);
  }
}
