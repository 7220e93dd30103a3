import type { Context } from "../context.ts";
import { command } from "../dispatch/handlers.ts";
import { now } from "../ids.ts";
import type { Tx } from "../storage/dialect.ts";
import { type DataKey, newDataKey, unwrapDataKey } from "./data-key.ts";

interface WrappedKey {
  workspaceId: string;
  wrapped: string;
}

/** The first key that arrives stays the workspace's. */
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

/** The key that encrypts and signs for a workspace; made at first use. Only for the main thread: it has the keyring. */
export async function workspaceKey(
  { db, writer, keyring }: Pick<Context, "db" | "writer" | "keyring">,
  workspaceId: string,
): Promise<DataKey> {
  const find = () =>
    db.selectFrom("data_keys").select("wrapped").where("workspace_id", "=", workspaceId).executeTakeFirst();
  let row = await find();
  if (!row) {
    const input: WrappedKey = { workspaceId, wrapped: newDataKey(keyring, workspaceId) };
    await writer.run({ name: addDataKey.name, actor: null, input });
    row = await find();
  }
  if (!row) throw new Error("the data key was not written");
  return unwrapDataKey(keyring, workspaceId, row.wrapped);
}
