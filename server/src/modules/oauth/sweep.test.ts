import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { connectApp } from "../../../test/oauth/connected.ts";
import { withRows } from "../../../test/own-connection.ts";
import { setUpWorld } from "../../../test/world.ts";
import { sweepOAuthJob } from "./sweep.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);

  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString();
  const ids = async (table: "oauth_clients" | "oauth_connections") =>
    (await world.context.db.selectFrom(table).select("id").execute()).map(({ id }) => id).sort();

  it("an app without a connection is deleted after a day, one with a connection 30 days after that ended", async () => {
    const { connectionId: live } = await connectApp(world, world.bob);
    const { connectionId: ended } = await connectApp(world, world.bob);
    const { connectionId: long } = await connectApp(world, world.bob);
    await withRows(world, async (db) => {
      const client = (id: string, created_at: string) =>
        db.insertInto("oauth_clients").values({ id, metadata: "{}", created_at }).execute();
      await client("fresh", daysAgo(0.9));
      await client("unused", daysAgo(1.1));
      await client("used", daysAgo(100));
      await client("forgotten", daysAgo(100));
      const set = (id: string, client_id: string, expires_at: string) =>
        db.updateTable("oauth_connections").set({ client_id, expires_at }).where("id", "=", id).execute();
      await set(ended, "used", daysAgo(29));
      await set(long, "forgotten", daysAgo(31));
    });
    await sweepOAuthJob(world.context);
    expect(await ids("oauth_clients")).toEqual(["fresh", "used"]);
    expect(await ids("oauth_connections")).toEqual([live, ended].sort());
  });

  it("codes and tokens are deleted once they have expired", async () => {
    await connectApp(world, world.carol);
    const count = async () =>
      (await world.context.db.selectFrom("oauth_artifacts").select("id_hash").execute()).length;
    const before = await count();
    await withRows(world, (db) =>
      db
        .updateTable("oauth_artifacts")
        .set({ expires_at: daysAgo(0.01) })
        .execute(),
    );
    await sweepOAuthJob(world.context);
    expect(before).toBeGreaterThan(0);
    expect(await count()).toBe(0);
  });
});
