import { join } from "node:path";
import { expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { readConfig } from "../../config/config.ts";
import { openPostgres } from "../postgres.ts";
import { openSqlite } from "../sqlite.ts";
import { spine } from "./001-spine.ts";
import { edges } from "./002-edges.ts";
import { trackers } from "./003-trackers.ts";

it.each(databases)(
  "on $database an older connection becomes the current one of its connector",
  async ({ create }) => {
    const database = await create("empty");
    const { databaseUrl, dataDir } = readConfig(database.env);
    const { db } = databaseUrl
      ? openPostgres(databaseUrl, "write", 1)
      : openSqlite(join(dataDir, "groundplan.db"), "write");
    for (const migrate of [spine, edges]) await migrate(db as never);
    const workspace = { id: "w", slug: "acme", name: "Acme", last_plan_number: 0, created_at: "2026-01-01" };
    await db
      .insertInto("workspaces")
      .values(workspace as never)
      .execute();
    const before = {
      workspace_id: "w",
      id: "c",
      connector_id: "jira",
      site: "acme",
      account: "a",
      secret: "sealed",
      key_hint: "…",
      connected_by: "u",
      connected_at: "2026-01-02",
    };
    await db
      .insertInto("connections")
      .values(before as never)
      .execute();
    await trackers(db as never);
    const row = { ...before, is_current: 1, hook_secret: null };
    expect(await db.selectFrom("connections").selectAll().execute()).toEqual([row]);

    const add = (more: object) => db.insertInto("connections").values({ ...row, id: "d", ...more });
    await expect(add({ site: "other" }).execute()).rejects.toThrow(/unique/i);
    await expect(add({ is_current: 0 }).execute()).rejects.toThrow(/unique/i);
    await add({ site: "other", is_current: 0 }).execute();
    await db.destroy();
    await database.drop();
  },
);
