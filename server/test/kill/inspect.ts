import { adminCreateKey, adminCreateUser } from "../../src/admin/index.ts";
import { eventHash } from "../../src/events/hash.ts";
import { onRows } from "../own-connection.ts";

export async function firstKey(env: Record<string, string>): Promise<string> {
  const email = "alice@acme.example";
  const user = { email, name: "Alice", workspace: "acme", role: "OWNER" as const };
  await adminCreateUser(env, { ...user, createWorkspace: true, platformAdmin: false });
  const { secret } = await adminCreateKey(env, { email, workspace: "acme", scope: "write", name: "test" });
  return secret;
}

/** Checks that every workspace's events are numbered without gaps and chained up to its head. */
export const eventChain = (env: Record<string, string>): Promise<string> =>
  onRows(env, async (db) => {
    const heads = await db.selectFrom("event_heads").selectAll().execute();
    for (const head of heads) {
      let [seq, hash] = [0, ""];
      const events = await db
        .selectFrom("events")
        .selectAll()
        .where("workspace_id", "=", head.workspace_id)
        .orderBy("seq")
        .execute();
      for (const event of events) {
        if (event.seq !== seq + 1) return `gap after ${seq}`;
        if (event.hash !== eventHash(hash, event)) return `broken at ${event.seq}`;
        seq = event.seq;
        hash = event.hash;
      }
      if (head.seq !== seq || head.hash !== hash) return "the head is not the last event";
    }
    return "whole";
  });
