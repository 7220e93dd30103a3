import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { adminCheck } from "../../src/admin/index.ts";
import type { Tables } from "../../src/storage/tables.ts";
import { databases } from "../databases.ts";
import { withRows } from "../own-connection.ts";
import { setUpWorld } from "../world.ts";

describe.each(databases)("$database: admin check", ({ database, create }) => {
  const world = setUpWorld(create, { project: "Web" });
  beforeAll(async () => {
    for (const name of ["One", "Two", "Three"]) await world.alice.post("/v1/projects/web/plans", { name });
  });

  const problems = async () => (await adminCheck(world.env)).problems;
  async function whenChanged(change: (db: Kysely<Tables>) => Promise<unknown>) {
    const events = await world.context.db.selectFrom("events").selectAll().execute();
    const heads = await world.context.db.selectFrom("event_heads").selectAll().execute();
    await withRows(world, change);
    const found = await problems();
    await withRows(world, async (db) => {
      await db.deleteFrom("events").execute();
      await db.insertInto("events").values(events).execute();
      await db.deleteFrom("event_heads").execute();
      await db.insertInto("event_heads").values(heads).execute();
    });
    expect(await problems()).toEqual([]);
    return found;
  }
  const heads = async () => {
    const rows = await world.context.db
      .selectFrom("event_heads")
      .innerJoin("workspaces", "workspaces.id", "event_heads.workspace_id")
      .select(["slug", "seq"])
      .execute();
    return Object.fromEntries(rows.map(({ slug, seq }) => [slug, seq])) as { acme: number };
  };

  const acmeId = async () =>
    (
      await world.context.db
        .selectFrom("workspaces")
        .select("id")
        .where("slug", "=", "acme")
        .executeTakeFirstOrThrow()
    ).id;

  it("finds nothing wrong while the service works", async () => {
    const { events, ...report } = await adminCheck(world.env);
    expect(report).toEqual({ ok: true, problems: [], workspaces: 2 });
    expect(events).toBeGreaterThan((await heads()).acme);
  });

  it("finds a changed event by its number", async () => {
    for (const change of [
      { data: '{"role":"OWNER"}' },
      { created_at: "2020-01-01T00:00:00.000Z" },
      { actor_user_id: "somebody" },
      { hash: "0" },
    ]) {
      const acme = await acmeId();
      const found = await whenChanged((db) =>
        db.updateTable("events").set(change).where("workspace_id", "=", acme).where("seq", "=", 4).execute(),
      );
      expect(found).toEqual(["Event 4 of the workspace acme was changed since it was written."]);
    }
  });

  it("finds a wrong count of a spec's open blocking questions", async () => {
    const { spec } = (await world.alice.post("/v1/projects/web/plans/PLAN-1/specs", { title: "Asked" })).body;
    const question = { body: "Which?", kind: "question", blocking: true };
    await world.alice.post(`/v1/documents/${spec.id}/threads`, question);
    expect(await problems()).toEqual([]);
    const count = (open_questions: number) =>
      withRows(world, (db) =>
        db.updateTable("specs").set({ open_questions }).where("id", "=", spec.id).execute(),
      );
    await count(2);
    expect(await problems()).toEqual([
      `The open blocking questions of the spec ${spec.id} are counted wrongly.`,
    ]);
    await count(1);
  });

  it("counts the needs of specs and plans again, and what plans have to claim", async () => {
    const { spec } = (await world.alice.post("/v1/projects/web/plans/PLAN-1/specs", { title: "Free" })).body;
    const { db } = world.context;
    const of = await db.selectFrom("specs").selectAll().where("id", "=", spec.id).executeTakeFirstOrThrow();
    const plan = await db
      .selectFrom("plans")
      .selectAll()
      .where("id", "=", of.plan_id)
      .executeTakeFirstOrThrow();
    const changeSpec = (open_needs: number) =>
      withRows(world, (rows) =>
        rows.updateTable("specs").set({ open_needs }).where("id", "=", of.id).execute(),
      );
    const changePlan = (change: Partial<typeof plan>) =>
      withRows(world, (rows) => rows.updateTable("plans").set(change).where("id", "=", plan.id).execute());
    const { open_needs, waits, has_open_specs, free_readiness, audience } = plan;
    const right = { open_needs, waits, has_open_specs, free_readiness, audience };
    expect(await problems()).toEqual([]);
    await changeSpec(1);
    expect(await problems()).toContain(`The needs of the spec ${of.id} are counted wrongly.`);
    await changeSpec(0);
    for (const [change, problem] of [
      [{ open_needs: 1 }, `The needs of the plan ${plan.id} are counted wrongly.`],
      [{ waits: 1 }, `The needs of the plan ${plan.id} are counted wrongly.`],
      [{ has_open_specs: 0 }, `What the plan ${plan.id} has to claim is recorded wrongly.`],
      [{ free_readiness: 5 }, `What the plan ${plan.id} has to claim is recorded wrongly.`],
      [{ audience: "" }, `Who can edit the plan ${plan.id} is recorded wrongly.`],
    ] as const) {
      await changePlan(change);
      expect(await problems()).toEqual([problem]);
      await changePlan(right);
    }
    expect(await problems()).toEqual([]);
  });

  it("finds a removed event, also the last ones", async () => {
    const acme = await acmeId();
    const without = (seq: number) => (db: Kysely<Tables>) =>
      db.deleteFrom("events").where("workspace_id", "=", acme).where("seq", "=", seq).execute();
    expect(await whenChanged(without(3))).toEqual(["Event 3 of the workspace acme is missing."]);
    const end = (await heads()).acme;
    expect(await whenChanged(without(end))).toEqual([
      `The last events of the workspace acme are missing: ${end - 1} of ${end} are there.`,
    ]);
  });

  it("finds an orphaned row", async () => {
    const orphan = {
      workspace_id: "nowhere",
      user_id: world.bob.userId,
      role: "OWNER",
      joined_at: "2026-01-01",
    } as const;
    await withRows(world, async (db) => {
      await sql
        .raw(database === "SQLite" ? "pragma foreign_keys = off" : "set session_replication_role = replica")
        .execute(db);
      await db.insertInto("memberships").values(orphan).execute();
    });
    expect(await problems()).toEqual([
      "A row of memberships belongs to a row of workspaces that is not there.",
    ]);
    await withRows(world, (db) =>
      db.deleteFrom("memberships").where("workspace_id", "=", "nowhere").execute(),
    );
  });

  it("names the missing key file", async () => {
    const file = join(String(world.env.GROUNDPLAN_DATA_DIR), "secret.key");
    rmSync(file);
    expect(await problems()).toEqual([expect.stringContaining(`The key file ${file} is missing`)]);
  });
});
