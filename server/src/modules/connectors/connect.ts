import { connectConnector } from "@groundplan/contract";
import type { Context } from "../../context.ts";
import { action, command } from "../../dispatch/handlers.ts";
import { ApiError, invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { type Actor, admit } from "../identity/actor.ts";
import { requireOwner } from "../projects/access.ts";
import { rereadSpecs } from "../push/back/reread-specs.ts";
import type { Credential } from "../push/trackers/open.ts";
import { type Account, TrackerError } from "../push/trackers/tracker.ts";
import { upstreamError } from "../push/trackers/upstream-error.ts";
import { findConnection, findConnectionTo, isConnected, withoutKey } from "./access.ts";
import { type CatalogEntry, catalogEntry } from "./catalog.ts";
import { sealKey } from "./open-connection.ts";
import { requireLocalPath } from "./return-to.ts";
import { accountFor, siteFor } from "./site.ts";

/** Asks the tracker whose key it is, then keeps it encrypted. A second key takes the place of the first. */
export const connectorConnect = action(connectConnector, async (context, actor, { params, body }) => {
  requireLocalPath(body.returnTo);
  const apiKey = body.apiKey === undefined ? null : readKey(body.apiKey);
  const entry = catalogEntry(params.connectorId);
  requireOwner(actor, "connect a tracker");
  const connector = entry.id;
  if (apiKey === null) {
    const connection = await findConnection(context.db, actor.workspaceId, connector);
    if (!connection || !isConnected(connection)) throw notConfigured(entry);
    return { body: { mode: "already_connected" as const, connected: true, connector } };
  }

  const host = siteFor(context.config, entry, body.site);
  const named = accountFor(entry, body.account);
  const { name, workspace } = await accountOf(context, entry, { secret: apiKey, site: host, account: named });
  const site = workspace === null ? host : `${host}/${workspace}`;
  // Where people name the account, the name goes with the key.
  const account = named ?? name;
  await keep(context, actor, entry, { key: apiKey, site, account });
  const message = `${entry.label} is connected as ${account}.`;
  return { body: { mode: "workspace_key" as const, connected: true, connector, message } };
});

/** A key is one word of visible ASCII; what is around it came with copying. */
function readKey(text: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalid("/apiKey", "must be the key alone, without spaces");
  return key;
}

function notConfigured({ label }: CatalogEntry): ApiError {
  return new ApiError(
    "not_configured",
    `Signing in to ${label} is not set up here. Connect with an \`apiKey\`.`,
  );
}

type Given = Pick<Credential, "secret" | "site" | "account">;

async function accountOf(context: Context, entry: CatalogEntry, given: Given): Promise<Account> {
  try {
    const tracker = await context.openTracker(context, { connectorId: entry.id, ...given });
    return await tracker.account();
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    if (error.outcome !== "refused") throw upstreamError(error, entry.provider);
    // The address is one that may not be called, or nothing of this tracker answers there.
    if (entry.namesSite && (error.code === "unreachable" || error.code === "missing"))
      throw invalid("/site", `is no site of ${entry.vendor} that can be reached from here`);
    throw invalid("/apiKey", `was refused by ${entry.vendor}; make a new one there`);
  }
}

/** The key is bound to its row's id, which another request may have changed meanwhile. */
async function keep(
  context: Context,
  actor: Actor,
  entry: CatalogEntry,
  { key, site, account }: { key: string; site: string; account: string },
) {
  for (;;) {
    const before = await findConnectionTo(context.db, actor.workspaceId, entry.id, site);
    const id = before?.id ?? newId();
    const secret = await sealKey(context, { workspace_id: actor.workspaceId, id }, key);
    const row: NewConnection = { id, connectorId: entry.id, site, account, secret, keyHint: hintOf(key) };
    const done = await context.writer.run({ name: saveConnection.name, actor: null, input: { actor, row } });
    if (done.body) return;
  }
}

/** The last four characters, where they give nothing away. */
const hintOf = (key: string) => (key.length >= 12 ? `…${key.slice(-4)}` : "…");

interface NewConnection {
  id: string;
  connectorId: string;
  site: string;
  account: string;
  /** Sealed for the row `id`. */
  secret: string;
  keyHint: string;
}

interface Save {
  actor: Actor;
  row: NewConnection;
}

/**
 * Keeps a key. On the same host and in the same workspace there the connection keeps its id, whatever the account, and
 * with it what was pushed; another is another connection, and the one before is disconnected. Answers false where the
 * id is no longer the one that the key was sealed for.
 */
export const saveConnection = command(
  "connectors.save",
  ({ actor }: Save) => actor.workspaceId,
  async (tx: Tx, { actor: before, row }: Save) => {
    const actor = await admit(tx, before);
    requireOwner(actor, "connect a tracker");
    const existing = await findConnectionTo(tx, actor.workspaceId, row.connectorId, row.site);
    if (existing && existing.id !== row.id) return false;
    await tx
      .updateTable("connections")
      .set({ ...withoutKey, is_current: 0 })
      .where("workspace_id", "=", actor.workspaceId)
      .where("connector_id", "=", row.connectorId)
      .where("is_current", "=", 1)
      .where("id", "!=", row.id)
      .execute();
    const values = {
      is_current: 1,
      site: row.site,
      account: row.account,
      secret: row.secret,
      key_hint: row.keyHint,
      connected_by: actor.userId,
      connected_at: now(),
    };
    await tx
      .insertInto("connections")
      .values({ workspace_id: actor.workspaceId, id: row.id, connector_id: row.connectorId, ...values })
      .onConflict((conflict) => conflict.columns(["workspace_id", "id"]).doUpdateSet(values))
      .execute();
    // Of plans that were restored while nobody could ask, no poll brings what people did before.
    if (existing && !isConnected(existing))
      await rereadSpecs(tx, actor.workspaceId, { connectionId: existing.id });
    await appendEvents(tx, actor, [
      { type: "connector.connected", subjectId: row.id, data: { connectorId: row.connectorId } },
    ]);
    return true;
  },
);
