import { adminCreateKey, adminCreateUser } from "../../src/admin/index.ts";
import { readConfig } from "../../src/config/config.ts";
import { eventHash } from "../../src/events/hash.ts";
import { openJobsOf } from "../../src/jobs/database.test-support.ts";
import { openDatabase } from "../../src/open-database.ts";

/** Creates a workspace with an owner through the admin commands, and returns a key of theirs. */
export async function firstKey(env: Record<string, string>): Promise<string> {
  const email = "alice@acme.example";
  const user = { email, name: "Alice", workspace: "acme", role: "OWNER" as const };
  await adminCreateUser(env, { ...user, createWorkspace: true, platformAdmin: false });
  const { secret } = await adminCreateKey(env, { email, workspace: "acme", scope: "write", name: "test" });
  return secret;
}

/** Returns how many jobs of a kind wait or are under way. */
export async function openJobs(env: Record<string, string>, kind: string): Promise<number> {
  const database = await openDatabase(readConfig(env), (error) => {
    throw error;
  });
  try {
    return (await openJobsOf(database.db, kind)).length;
  } finally {
    await database.close();
  }
}

/** Checks that every workspace's events are numbered without gaps and chained, up to its head. */
export async function eventChain(env: Record<string, string>): Promise<string> {
  const database = await openDatabase(readConfig(env), (error) => {
    throw error;
  });
  try {
    const heads = await database.db.selectFrom("event_heads").selectAll().execute();
    for (const head of heads) {
      let [seq, hash] = [0, ""];
      const events = await database.db
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
  } finally {
    await database.close();
  }
}
