import {
  type ApiKey,
  createApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  type Scope,
  updateApiKey,
} from "@groundplan/contract";
import type { Actor, Author } from "../../actor.ts";
import { disclosesNothing, post, read, write } from "../../dispatch/handlers.ts";
import { forbidden, insufficientScope, invalid, notFound } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { type Key, pageOf } from "../paging.ts";
import { hashSecret, newSecret, visiblePrefix } from "./key-format.ts";
import { requireRecentSignIn } from "./recent-sign-in.ts";
import { findKey, type KeyRow, listKeyRows } from "./store.ts";

export const keysList = read(listApiKeys, async (db, actor, { query }) => {
  const list = `${listApiKeys.id} ${actor.userId}`;
  const fetch = ([after = ""]: Key, limit: number) => listKeyRows(db, actor, String(after), limit);
  const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.id]);
  return { keys: rows.map(presentKey), ...next };
});

export const keyGet = read(getApiKey, async (db, actor, { params }) => ({
  key: presentKey(await ownKey(db, actor, params.keyId)),
}));

/** Renames the caller's key. Nobody else is notified. */
export const keyUpdate = write(updateApiKey, async (tx, actor, { params, body: { name } }) => {
  const key = await ownKey(tx, actor, params.keyId);
  if (key.name === name) return { key: presentKey(key) };
  await tx
    .updateTable("api_keys")
    .set({ name })
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", key.id)
    .execute();
  await appendEvents(tx, actor, [
    { type: "api_key.renamed", subjectId: key.id, audience: [actor.userId], data: {} },
  ]);
  return { key: presentKey({ ...key, name }) };
});

async function ownKey(db: Db, actor: Actor, keyId: string): Promise<KeyRow> {
  const key = await findKey(db, actor, keyId);
  if (!key) throw notFound("key");
  return key;
}

export const keyCreate = post(
  createApiKey,
  disclosesNothing,
  async (tx, actor, { body }) => {
    const expiresAt = body.expiresAt ? new Date(body.expiresAt).toISOString() : null;
    if (expiresAt && expiresAt <= now()) throw invalid("/expiresAt", "must lie in the future");
    if (actor.credentialKind === "oauth" && actor.signedInAt === null)
      throw forbidden("An app can't create keys. Sign in and create it yourself.");
    if (body.scope === "write" && actor.scope === "read") {
      throw forbidden("A key can't create a key of a wider scope than its own.");
    }
    requireRecentSignIn(actor);
    const { key, secret } = await addKey(tx, actor, actor.userId, {
      name: body.name,
      scope: body.scope,
      expiresAt,
    });
    return { key: presentKey(key), secret, message: "Keep the secret now: it is shown only once." };
  },
  { secretOf: (reply) => reply.key.id },
);

/** Creates a key. Only its hash is stored; the secret is returned once. */
export async function addKey(
  tx: Tx,
  author: Author,
  userId: string,
  wanted: { name: string; scope: Scope; expiresAt: string | null },
): Promise<{ key: KeyRow; secret: string }> {
  const secret = newSecret();
  const key: KeyRow = {
    workspace_id: author.workspaceId,
    id: newId(),
    user_id: userId,
    name: wanted.name,
    prefix: visiblePrefix(secret),
    secret_hash: hashSecret(secret),
    scope: wanted.scope,
    expires_at: wanted.expiresAt,
    last_used_at: null,
    last_mcp_use_at: null,
    revoked_at: null,
    created_at: now(),
  };
  await tx.insertInto("api_keys").values(key).execute();
  await appendEvents(tx, author, [
    { type: "api_key.created", subjectId: key.id, audience: [userId], data: { scope: key.scope, userId } },
  ]);
  return { key, secret };
}

/** Revokes a key. Needs `write`, except for a credential revoking itself (decisions section 2). */
export const keyRevoke = write(revokeApiKey, async (tx, actor, { params }) => {
  if (actor.scope === "read" && params.keyId !== actor.credentialId) {
    throw insufficientScope("A `read` credential may revoke itself only. Use one with the `write` scope.");
  }
  const key = await ownKey(tx, actor, params.keyId);
  if (key.revoked_at) return { key: presentKey(key) };
  const revoked_at = await revoke(tx, actor, key);
  return { key: presentKey({ ...key, revoked_at }) };
});

/** Revokes an active key and returns the time. */
export async function revoke(
  tx: Tx,
  author: Author,
  { id, user_id: userId }: Pick<KeyRow, "id" | "user_id">,
): Promise<string> {
  const revoked_at = now();
  await tx
    .updateTable("api_keys")
    .set({ revoked_at })
    .where("workspace_id", "=", author.workspaceId)
    .where("id", "=", id)
    .execute();
  await appendEvents(tx, author, [{ type: "api_key.revoked", subjectId: id, audience: [userId], data: {} }]);
  return revoked_at;
}

/** Revokes a user's other active keys and returns their number. */
export async function revokeKeysOf(
  tx: Tx,
  author: Author,
  userId: string,
  except: readonly string[] = [],
): Promise<number> {
  const timestamp = now();
  let revoking = tx
    .updateTable("api_keys")
    .set({ revoked_at: timestamp })
    .where("workspace_id", "=", author.workspaceId)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", timestamp)]));
  if (except.length > 0) revoking = revoking.where("id", "not in", except);
  const revoked = await revoking.returning("id").execute();
  await appendEvents(
    tx,
    author,
    revoked.map(({ id }) => ({ type: "api_key.revoked", subjectId: id, audience: [userId], data: {} })),
  );
  return revoked.length;
}

export function presentKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scope: row.scope,
    lastUsedAt: row.last_used_at,
    lastMcpUseAt: row.last_mcp_use_at,
    revokedAt: row.revoked_at,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
