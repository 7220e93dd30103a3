import { randomBytes } from "node:crypto";
import { createConnectorWebhook, deleteConnectorWebhook } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing, write } from "../../dispatch/handlers.ts";
import { ApiError } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { open, type SecretCell, seal } from "../../secrets/seal.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { requireOwner } from "../projects/access.ts";
import { type ConnectionRow, requireConnection } from "./access.ts";
import { trackerEntry } from "./catalog.ts";

type Cell = Pick<ConnectionRow, "workspace_id" | "id">;

const cellOf = ({ workspace_id: workspaceId, id: rowId }: Cell): SecretCell => ({
  workspaceId,
  table: "connections",
  column: "hook_secret",
  rowId,
});

/** Creates the URL and secret for the tracker's webhook settings, replacing any previous secret. */
export const connectorWebhook = action(
  createConnectorWebhook,
  async (context: Context, actor, { params }) => {
    const entry = trackerEntry(params.connectorId);
    requireOwner(actor, "set up a tracker's webhook");
    const { workspace_id, id } = await requireConnection(context.db, actor.workspaceId, entry);
    requireReachable(context.config, entry.label);
    const secret = randomBytes(32).toString("hex");
    const sealed = seal(await workspaceKey(context, workspace_id), cellOf({ workspace_id, id }), secret);
    const input = { actor, connectorId: entry.id, id, sealed };
    await context.writer.run(saveHookSecret, input);
    const url = `${context.publicUrl()}${hooks}${id}`;
    const message = `Enter both in ${entry.label}. The secret is shown only once.`;
    return { status: 201, body: { webhook: { url, secret }, message } };
  },
  { discloses: disclosesNothing, secretOf: ({ webhook: { url } }) => url.slice(url.lastIndexOf("/") + 1) },
);

const hooks = "/hooks/trackers/";

/** Throws if trackers can't reach the service's address. */
function requireReachable({ publicUrl, allowPrivateNetwork }: Context["config"], label: string): void {
  if (publicUrl !== null || allowPrivateNetwork !== false) return;
  throw new ApiError(
    "not_configured",
    `${label} can't reach this service: it has no public address. Set \`GROUNDPLAN_PUBLIC_URL\`.`,
  );
}

interface Save {
  actor: Actor;
  connectorId: string;
  /** The connection that the secret is sealed for. */
  id: string;
  sealed: string | null;
}

export const saveHookSecret = command(
  "connectors.saveHookSecret",
  ({ actor }: Save) => actor.workspaceId,
  async (tx: Tx, { actor: before, ...save }: Save) => setHookSecret(tx, await reloadActor(tx, before), save),
);

async function setHookSecret(tx: Tx, actor: Actor, { connectorId, id, sealed }: Omit<Save, "actor">) {
  requireOwner(actor, "set up a tracker's webhook");
  const entry = trackerEntry(connectorId);
  const connection = await requireConnection(tx, actor.workspaceId, entry);
  if (connection.id !== id)
    throw new ApiError("not_connected", `${entry.label} was reconnected. Repeat the request.`);
  await tx
    .updateTable("connections")
    .set({ hook_secret: sealed })
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", id)
    .execute();
  const type = sealed === null ? "connector.webhook_removed" : "connector.webhook_created";
  await appendEvents(tx, actor, [{ type, subjectId: id, data: { connectorId } }]);
}

/** Deletes the secret, so that notices are refused. Polling continues. */
export const connectorWebhookDelete = write(deleteConnectorWebhook, async (tx, actor, { params }) => {
  const entry = trackerEntry(params.connectorId);
  requireOwner(actor, "set up a tracker's webhook");
  const { id } = await requireConnection(tx, actor.workspaceId, entry);
  await setHookSecret(tx, actor, { connectorId: entry.id, id, sealed: null });
  return { deleted: true as const };
});

/** Returns null without a webhook. */
export async function hookSecretOf(context: Context, connection: ConnectionRow): Promise<string | null> {
  if (connection.hook_secret === null) return null;
  const key = await workspaceKey(context, connection.workspace_id);
  return open(key, cellOf(connection), connection.hook_secret);
}
