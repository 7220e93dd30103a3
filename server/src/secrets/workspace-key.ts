import { command } from "../dispatch/commands.ts";
import type { Writer } from "../dispatch/writer.ts";
import { now } from "../ids.ts";
import type { Db, Tx } from "../storage/dialect.ts";
import { type DataKey, newDataKey, unwrapDataKey } from "./data-key.ts";
import type { Keyring } from "./keyring.ts";

interface WrappedKey {
  workspaceId: string;
  wrapped: string;
}

/** Stores a workspace's key unless it has one. */
export const addDataKey = command(
  "secrets.addDataKey",
  (input: WrappedKey) => input.workspaceId,
  async (tx: Tx, { workspaceId, wrapped }: WrappedKey) => {
    await tx
      .insertInto("data_keys")
      .values({ workspace_id: workspaceId, wrapped, created_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
);

/**
 * Returns a workspace's key for encryption and signatures, created on first use. Main thread only, which has
 * the keyring.
 */
export async function workspaceKey(
  { db, writer, keyring }: { db: Db; writer: Writer; keyring: Keyring },
  workspaceId: string,
): Promise<DataKey> {
  const find = () =>
    db.selectFrom("data_keys").select("wrapped").where("workspace_id", "=", workspaceId).executeTakeFirst();
  let row = await find();
  if (!row) {
    const input: WrappedKey = { workspaceId, wrapped: newDataKey(keyring, workspaceId) };
    await writer.run(addDataKey, input);
    row = await find();
  }
  if (!row) throw new Error("the data key was not written");
  return unwrapDataKey(keyring, workspaceId, row.wrapped);
}
