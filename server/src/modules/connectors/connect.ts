import { connectConnector } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import { ApiError, invalid } from "../../errors.ts";
import { newId } from "../../ids.ts";
import { hintOf } from "../../secrets/key-hint.ts";
import type { Context } from "../context.ts";
import { requireOwner } from "../projects/access.ts";
import type { TrackerDefinition } from "../trackers/definition.ts";
import type { Credential } from "../trackers/registry.ts";
import { type Account, TrackerError } from "../trackers/tracker.ts";
import { upstreamError } from "../trackers/upstream-error.ts";
import { findConnection, findConnectionTo, isConnected } from "./access.ts";
import { catalogEntry } from "./catalog.ts";
import { connectServer } from "./connect-server.ts";
import { beginAtVendor } from "./grants/begin-authorization.ts";
import { vendorOf } from "./grants/vendors.ts";
import { sealKey } from "./open-connection.ts";
import { requireLocalPath } from "./return-to.ts";
import { type NewConnection, saveConnection } from "./save-connection.ts";
import { accountFor, namedSite, siteFor } from "./site.ts";

/** Verifies the key with the tracker, then stores it encrypted. */
export const connectorConnect = action(
  connectConnector,
  async (context: Context, actor, { params, body }) => {
    requireLocalPath(body.returnTo);
    const apiKey = body.apiKey === undefined ? null : readKey(body.apiKey);
    const listed = await catalogEntry(context.db, actor.workspaceId, params.connectorId);
    if (listed.kind === "mcp") return connectServer(context, actor, listed, { ...body, apiKey });
    const entry = listed.tracker;
    requireOwner(actor, "connect a tracker");
    const connector = entry.id;
    if (apiKey === null) {
      if (body.account !== undefined) throw invalid("/account", "goes with an `apiKey` only");
      const connection = await findConnection(context.db, actor.workspaceId, connector);
      if (connection && isConnected(connection))
        return { body: { mode: "already_connected" as const, connected: true, connector } };
      if (!vendorOf(context.config, connector)) throw notConfigured(entry);
      const site = namedSite(entry, body.site);
      const wanted = { connectorId: connector, site, returnTo: body.returnTo ?? "/" };
      const authorizeUrl = await beginAtVendor(context, actor, wanted);
      return { body: { mode: "oauth" as const, connected: false, connector, authorizeUrl } };
    }

    const host = siteFor(context.config, entry, body.site);
    const named = accountFor(entry, body.account);
    const { name, workspace } = await accountOf(context, entry, {
      secret: apiKey,
      site: host,
      account: named,
    });
    const site = workspace === null ? host : `${host}/${workspace}`;
    const account = named ?? name;
    await keep(context, actor, entry, { key: apiKey, site, account });
    const message = `${entry.label} is connected as ${account}.`;
    return { body: { mode: "workspace_key" as const, connected: true, connector, message } };
  },
  { discloses: disclosesNothing },
);

/** Takes one word of visible ASCII, trimmed of copied white space. */
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
    // The address is blocked, or isn't this tracker's.
    if (entry.keys.siteSuffix && (error.code === "unreachable" || error.code === "missing"))
      throw invalid("/site", `is no site of ${entry.vendor} that can be reached from here`);
    throw invalid("/apiKey", `was rejected by ${entry.vendor}; create a new key there`);
  }
}

/** Seals for the row's id, which a concurrent request may have changed. */
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
    const keyHint = hintOf(key);
    const row: NewConnection = {
      id,
      connectorId: entry.id,
      site,
      account,
      secret,
      keyHint,
      grant: null,
    };
    const isSaved = await context.writer.run(saveConnection, { actor, row });
    if (isSaved) return;
  }
}
