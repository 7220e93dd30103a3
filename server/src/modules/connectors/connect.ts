import { connectConnector, type Input } from "@groundplan/contract";
import type { Context } from "../../context.ts";
import { action } from "../../dispatch/handlers.ts";
import { ApiError, invalid } from "../../errors.ts";
import type { Actor } from "../identity/actor.ts";
import { newId } from "../ids.ts";
import { requireOwner } from "../projects/access.ts";
import { trackerSite } from "../push/trackers/open.ts";
import { TrackerError } from "../push/trackers/tracker.ts";
import { upstreamError } from "../push/trackers/upstream-error.ts";
import { findConnection, isConnected } from "./access.ts";
import { type CatalogEntry, catalogEntry } from "./catalog.ts";
import { sealKey } from "./open-connection.ts";
import { type SaveConnection, saveConnection } from "./save-connection.ts";

/** Asks the tracker who the key belongs to, then keeps it encrypted. A second key takes the place of the first. */
export const connectorConnect = action(connectConnector, async (context, actor, { params, body }) => {
  requireLocalPathAndShape(body);
  const entry = catalogEntry(params.connectorId);
  requireOwner(actor, "connect a tracker");
  const connection = await findConnection(context.db, actor.workspaceId, entry.id);
  if (body.apiKey === undefined) {
    if (!connection || !isConnected(connection)) throw notConfigured(entry);
    return { body: { mode: "already_connected" as const, connected: true, connector: entry.id } };
  }
  if (!entry.acceptsApiKey) throw notConfigured(entry);

  const apiKey = body.apiKey.trim();
  const account = await accountOf(context, entry, apiKey);
  await keep(context, actor, entry, apiKey, account);
  return {
    body: {
      mode: "workspace_key" as const,
      connected: true,
      connector: entry.id,
      message: `${entry.label} is connected as ${account}.`,
    },
  };
});
