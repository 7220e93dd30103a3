import { type CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../storage/dialect.ts";
import { type PushRow, requestOf } from "../ledger/pushes.ts";
import { type Bench, databases, expectOk, freshPlan, openBench } from "../testing.ts";
import { takeSnapshot } from "./snapshot.ts";

let bench: Bench;
let push: PushRow;
let actor: Actor;
beforeAll(async () => {
  bench = await openBench(databases[0]?.create ?? expect.fail("no SQLite"));
  const place = await freshPlan(bench);
  expectOk(await bench.alice.post(`${place.main}/push`));
  push = await bench.world.context.db.selectFrom("pushes").selectAll().executeTakeFirstOrThrow();
  actor = { workspaceId: push.workspace_id, userId: push.requested_by, role: "OWNER" } as Actor;
});
afterAll(() => bench.close());

async function queriesOf(db: Db): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      queries.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const snapshot = await takeSnapshot(watched, actor, requestOf(push));
  expect([snapshot?.plans.length, snapshot?.specs.length, snapshot?.dependencies.length]).toEqual([2, 4, 2]);
  return queries;
}

it("a snapshot reads no spec's content, only its hash", async () => {
  const ofSpecs = (await queriesOf(bench.world.context.db)).map((query) => query.sql);
  const selects = ofSpecs.filter((text) => text.includes('from "specs"'));
  expect(selects).toHaveLength(2);
  for (const text of selects) expect(text).not.toMatch(/\*|content/);
});

it("a snapshot finds its rows by the indexes of their plans, without scanning the workspace", async () => {
  const { db } = bench.world.context;
  const found: string[] = [];
  for (const query of await queriesOf(db)) {
    const parameters = [...query.parameters];
    const text = query.sql.replaceAll("?", () => `'${parameters.shift()}'`);
    const { rows } = await sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(db);
    found.push(...rows.map(({ detail }) => detail).filter((detail) => /^(SEARCH|SCAN) [a-z]/.test(detail)));
  }
  const indexOf = (table: string) =>
    found.flatMap((detail) => (detail.split(" ")[1] === table ? detail.split(/USING | LEFT/)[1] : []));
  expect(found.filter((detail) => /^SCAN (?!json_each)/.test(detail))).toEqual([]);
  expect(indexOf("plans")[0]).toContain("INDEX plans_root (workspace_id=? AND root_plan_id=?)");
  expect(indexOf("specs")).toEqual(Array(2).fill("INDEX specs_position (workspace_id=? AND plan_id=?)"));
  expect(indexOf("dependencies")).toContain(
    "INDEX dependencies_from_plan (workspace_id=? AND from_plan_id=?)",
  );
  expect(indexOf("push_items")).toEqual([
    "INDEX push_items_plan (workspace_id=? AND connection_id=? AND target=? AND plan_id=?)",
    expect.stringContaining("target=? AND kind=? AND entity_id=?"),
  ]);
});
