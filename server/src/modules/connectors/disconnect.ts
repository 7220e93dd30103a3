import { disconnectConnector } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { endGrantsOf } from "../mcp-servers/end-grants.ts";
import { requireOwner } from "../projects/access.ts";
import { findConnection, isConnected, isLost, notConnected, withoutKey } from "./access.ts";
import { catalogEntry } from "./catalog.ts";
import { removeOwnGrants } from "./remove-grants.ts";

/** Keeps projects' targets and the push ledger. */
export const connectorDisconnect = write(disconnectConnector, async (tx, actor, { params }) => {
  const listed = await catalogEntry(tx, actor.workspaceId, params.connectorId);
  if (listed.kind === "mcp") {
    await removeOwnGrants(tx, actor, listed);
    return { removed: true as const };
  }
  const entry = listed.tracker;
  requireOwner(actor, "disconnect a tracker");
  const connection = await findConnection(tx, actor.workspaceId, entry.id);
  if (!connection || !(isConnected(connection) || isLost(connection))) throw notConnected(entry);
  await endGrantsOf(tx, actor.workspaceId, entry.id);
  await tx
    .updateTable("connections")
    .set(withoutKey)
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", connection.id)
    .execute();
  await appendEvents(tx, actor, [
    { type: "connector.disconnected", subjectId: connection.id, data: { connectorId: entry.id } },
  ]);
  return { removed: true as const };
});
