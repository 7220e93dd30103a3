import { connectConnector } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, showsNothing } from "../../dispatch/handlers.ts";
import { ApiError, invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { requireOwner } from "../projects/access.ts";
import type { TrackerDefinition } from "../trackers/definition.ts";
import type { Credential } from "../trackers/registry.ts";
import { type Account, TrackerError } from "../trackers/tracker.ts";
import { upstreamError } from "../trackers/upstream-error.ts";
import { findConnection, findConnectionTo, isConnected, withoutKey } from "./access.ts";
import { trackerEntry } from "./catalog.ts";
import { sealKey } from "./open-connection.ts";
import { jobKindOfReconnected, type Reconnected } from "./reconnected.ts";
import { requireLocalPath } from "./return-to.ts";
import { accountFor, siteFor } from "./site.ts";

/** Asks the tracker for the key's account, then keeps the key encrypted. A second key replaces the first. */
export const connectorConnect = action(
  connectConnector,
  async (context: Context, actor, { params, body }) => {
    requireLocalPath(body.returnTo);
    const apiKey = body.apiKey === undefined ? null : readKey(body.apiKey);
    const entry = trackerEntry(params.connectorId);
    requireOwner(actor, "connect a tracker");
    const connector = entry.id;
    if (apiKey === null) {
      const connection = await findConnection(context.db, actor.workspaceId, connector);
      if (!connection || !isConnected(connection)) throw notConfigured(entry);
      return { body: { mode: "already_connected" as const, connected: true, connector } };
    }

    const host = siteFor(context.config, entry, body.site);
    const named = accountFor(entry, body.account);
    const { name, workspace } = await accountOf(context, entry, {
      secret: apiKey,
      site: host,
      account: named,
    });
    const site = workspace === null ? host : `${host}/${workspace}`;
    // Where people name the account, the name goes with the key.
    const account = named ?? name;
    await keep(context, actor, entry, { key: apiKey, site, account });
    const message = `${entry.label} is connected as ${account}.`;
    return { body: { mode: "workspace_key" as const, connected: true, connector, message } };
  },
  { shows: showsNothing },
);

/** Returns the key: one word of visible ASCII. White space around it came with copying and is removed. */
function readKey(text: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalid("/apiKey", "must be the key alone, without spaces");
  return key;
}

function notConfigured({ label }: TrackerDefinition): ApiError {
  return new ApiError(
    "not_configured",
    `Signing in to ${label} is not set up here. Connect with an \`apiKey\`.`,
  );
}

type Given = Pick<Credential, "secret" | "site" | "account">;

async function accountOf(context: Context, entry: TrackerDefinition, given: Given): Promise<Account> {
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

/** Keeps the key. It is sealed for its row's id, which another request may have changed meanwhile. */
async function keep(
  context: Context,
  actor: Actor,
  entry: TrackerDefinition,
  { key, site, account }: { key: string; site: string; account: string },
) {
  for (;;) {
    const before = await findConnectionTo(context.db, actor.workspaceId, entry.id, site);
    const id = before?.id ?? newId();
    const secret = await sealKey(context, { workspace_id: actor.workspaceId, id }, key);
    const row: NewConnection = { id, connectorId: entry.id, site, account, secret, keyHint: hintOf(key) };
    const isSaved = await context.writer.run(saveConnection, { actor, row });
    if (isSaved) return;
  }
}

/** Returns the last four characters, where they give nothing away. */
const hintOf = (key: string) => (key.length >= 12 ? `…${key.slice(-4)}` : "…");

interface NewConnection {
  id: string;
  connectorId: string;
  site: string;
  account: string;
  /** The key, sealed for the row `id`. */
  secret: string;
  keyHint: string;
}

interface Save {
  actor: Actor;
  row: NewConnection;
}

/**
 * Saves a key. On the same host and in the same workspace there the connection keeps its id, and with it what was
 * pushed, whatever the account. Any other is a new connection, and the one before is disconnected. Returns false
 * where the id is no longer the one that the key was sealed for.
 */
export const saveConnection = command(
  "connectors.save",
  ({ actor }: Save) => actor.workspaceId,
  async (tx: Tx, { actor: before, row }: Save) => {
    const actor = await reloadActor(tx, before);
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
    // No poll shows changes to plans that were restored while the tracker was disconnected.
    if (existing && !isConnected(existing)) {
      const payload: Reconnected = { workspaceId: actor.workspaceId, connectionId: existing.id };
      await enqueue(tx, { kind: jobKindOfReconnected, workspaceId: actor.workspaceId, payload });
    }
    await appendEvents(tx, actor, [
      { type: "connector.connected", subjectId: row.id, data: { connectorId: row.connectorId } },
    ]);
    return true;
  },
);
