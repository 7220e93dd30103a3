import { command } from "../../../dispatch/commands.ts";
import { now } from "../../../ids.ts";
import { open, type SecretCell, seal } from "../../../secrets/seal.ts";
import { workspaceKey } from "../../../secrets/workspace-key.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";

type Keeping = Pick<Context, "db" | "writer" | "keyring">;

interface NewKeys {
  workspaceId: string;
  publicKey: string;
  sealed: string;
}

/** Stores a workspace's keys unless it has some. */
export const addPushKeys = command(
  "devices.addKeys",
  ({ workspaceId }: NewKeys) => workspaceId,
  async (tx: Tx, { workspaceId, publicKey, sealed }: NewKeys) => {
    await tx
      .insertInto("push_keys")
      .values({
        workspace_id: workspaceId,
        public_key: publicKey,
        sealed_private: sealed,
        created_at: now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
);

const cellOf = (workspaceId: string): SecretCell => ({
  workspaceId,
  rowId: workspaceId,
  table: "push_keys",
  column: "sealed_private",
});

const find = (db: Db, workspaceId: string) =>
  db.selectFrom("push_keys").selectAll().where("workspace_id", "=", workspaceId).executeTakeFirst();

/** Returns the public key that a workspace's pushes are signed with, made at first use. */
export async function publicKeyOf(context: Keeping, workspaceId: string): Promise<string> {
  const known = await find(context.db, workspaceId);
  if (known) return known.public_key;
  const { generateVAPIDKeys } = (await import("web-push")).default;
  const { publicKey, privateKey } = generateVAPIDKeys();
  const sealed = seal(await workspaceKey(context, workspaceId), cellOf(workspaceId), privateKey);
  await context.writer.run(addPushKeys, { workspaceId, publicKey, sealed });
  return (await find(context.db, workspaceId))?.public_key ?? publicKey;
}

/** Returns both keys; null if no browser was ever told of them. */
export async function pushKeysOf(context: Keeping, workspaceId: string) {
  const row = await find(context.db, workspaceId);
  if (!row) return null;
  const dataKey = await workspaceKey(context, workspaceId);
  return { publicKey: row.public_key, privateKey: open(dataKey, cellOf(workspaceId), row.sealed_private) };
}
