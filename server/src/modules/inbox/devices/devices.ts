import { ECDH } from "node:crypto";
import { addDevice, deleteDevice, listDevices } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { command } from "../../../dispatch/commands.ts";
import { action, disclosesNothing, write } from "../../../dispatch/handlers.ts";
import { ApiError, forbidden, invalid, notFound } from "../../../errors.ts";
import { newId, now } from "../../../ids.ts";
import { hashOfEndpoint } from "../../../inbox-items/endpoint-hash.ts";
import { seal } from "../../../secrets/seal.ts";
import { workspaceKey } from "../../../secrets/workspace-key.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { appOf } from "../../identity/app-of.ts";
import { reloadActor } from "../../identity/credential-kinds.ts";
import { type Key, pageOf } from "../../paging.ts";
import { requireCallable } from "../../require-callable.ts";
import { unavailablePush } from "../unavailable.ts";
import { publicKeyOf } from "./push-keys.ts";
import { cellOfDevice, type DeviceRow, devicesOf, presentDevice } from "./store.ts";

/** Devices of a member; the oldest is forgotten for another. */
export const mostDevices = 20;

/** Lists the caller's devices. An action, since it makes the key that browsers subscribe with. */
export const devicesList = action(listDevices, async (context: Context, actor, { query }) => {
  const list = JSON.stringify([listDevices.id, actor.workspaceId, actor.userId]);
  const fetch = ([after = ""]: Key, limit: number) => devicesOf(context.db, actor, String(after), limit);
  const { rows, ...next } = await pageOf(list, query, fetch, ({ id }) => [id]);
  const publicKey = unavailablePush(context) === null ? await publicKeyOf(context, actor.workspaceId) : null;
  return { body: { devices: rows.map(presentDevice), publicKey, ...next } };
});

/** Adds a browser. An action, since only the main thread can seal its keys and resolve its address. */
export const deviceAdd = action(
  addDevice,
  async (context: Context, actor, { body: { endpoint, keys, name } }) => {
    if (appOf(actor) !== null)
      throw forbidden("An app can't add a device. Switch notifications on in the browser itself.");
    const reason = unavailablePush(context);
    if (reason !== null) throw new ApiError("not_configured", reason);
    requirePoint(keys.p256dh);
    if (context.config.allowPrivateNetwork === false && new URL(endpoint).protocol !== "https:")
      throw invalid("/endpoint", "must begin with https://, as the addresses of push services do");
    await requireCallable(context, "/endpoint", endpoint);
    const endpointHash = hashOfEndpoint(endpoint);
    const dataKey = await workspaceKey(context, actor.workspaceId);
    const sealed = seal(dataKey, cellOfDevice(actor.workspaceId, endpointHash), JSON.stringify(keys));
    const row = await context.writer.run(saveDevice, { actor, endpoint, endpointHash, sealed, name });
    return { status: 201, body: { device: presentDevice(row) } };
  },
  { discloses: disclosesNothing },
);

/** Throws 400 for a key with which nothing can be encrypted. */
function requirePoint(p256dh: string): void {
  try {
    ECDH.convertKey(Buffer.from(p256dh, "base64url"), "prime256v1");
  } catch {
    throw invalid("/keys/p256dh", "must be a point of the curve P-256");
  }
}

interface NewDevice {
  actor: Actor;
  endpoint: string;
  endpointHash: string;
  sealed: string;
  name?: string | undefined;
}

export const saveDevice = command(
  "devices.save",
  ({ actor }: NewDevice) => actor.workspaceId,
  async (tx: Tx, { actor: before, endpoint, endpointHash, sealed, name }: NewDevice): Promise<DeviceRow> => {
    const actor = await reloadActor(tx, before);
    const { workspaceId, userId } = actor;
    // A browser belongs to the last person who subscribed in it; earlier ones must not get pushes there.
    await tx
      .deleteFrom("devices")
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "<>", userId)
      .where("endpoint_hash", "=", endpointHash)
      .execute();
    const known = await tx
      .selectFrom("devices")
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId)
      .where("endpoint_hash", "=", endpointHash)
      .executeTakeFirst();
    if (known) {
      const changes = { sealed_keys: sealed, name: name ?? known.name };
      await tx
        .updateTable("devices")
        .set(changes)
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", known.id)
        .execute();
      return { ...known, ...changes };
    }
    const row = {
      workspace_id: workspaceId,
      id: newId(),
      user_id: userId,
      name: name ?? `A browser at ${new URL(endpoint).hostname}`,
      endpoint_hash: endpointHash,
      endpoint,
      sealed_keys: sealed,
      created_at: now(),
    };
    await tx.insertInto("devices").values(row).execute();
    const all = await devicesOf(tx, actor, "", 2 * mostDevices);
    const gone = all.slice(0, Math.max(0, all.length - mostDevices)).map(({ id }) => id);
    if (gone.length > 0)
      await tx
        .deleteFrom("devices")
        .where("workspace_id", "=", workspaceId)
        .where(isOneOf(tx, "id", gone))
        .execute();
    return row;
  },
);

export const deviceDelete = write(deleteDevice, async (tx, actor, { body }) => {
  const own = tx
    .deleteFrom("devices")
    .where("workspace_id", "=", actor.workspaceId)
    .where("user_id", "=", actor.userId);
  const { numDeletedRows } = await (body.id === undefined
    ? own.where("endpoint_hash", "=", hashOfEndpoint(body.endpoint ?? ""))
    : own.where("id", "=", body.id)
  ).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound("device");
  return { deleted: true as const };
});

/** Forgets a device whose push service no longer knows it. */
export const forgetDevice = command(
  "devices.forget",
  ({ workspaceId }: { workspaceId: string; id: string }) => workspaceId,
  async (tx: Tx, { workspaceId, id }: { workspaceId: string; id: string }) => {
    await tx.deleteFrom("devices").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
  },
);
