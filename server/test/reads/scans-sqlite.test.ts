import { endpoints } from "@groundplan/contract";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { firstFree } from "../../src/modules/claims/choose-spec.ts";
import { nothingToClaim } from "../../src/modules/claims/nothing-to-claim.ts";
import { apiKeyCredential } from "../../src/modules/identity/api-key-credential.ts";
import { hashSecret } from "../../src/modules/identity/key-format.ts";
import { sqliteOf } from "../../src/storage/dialect.ts";
import { fakeTracker, makePlace } from "../conformance/place.ts";
import { addressOf, aFreeSpec, rowOf } from "../conformance/requests.ts";
import { databases } from "../databases.ts";
import { openWorld, type World } from "../world.ts";
import { small } from "./many-rows.ts";

const reads = endpoints.filter(({ method }) => method === "GET");

/** Indexes of few rows: plan dependencies are created by hand, and a cycle may lead through any of them. */
const ofFewRows = ["dependencies_of_plans"];

let world: World;
beforeAll(async () => {
  const { create } = databases.find(({ database }) => database === "SQLite") ?? expect.fail();
  const tracker = fakeTracker();
  const env = { GROUNDPLAN_PUBLIC_URL: "https://plans.example.com" };
  world = await openWorld(create, { env, openTracker: async () => tracker });
});
afterAll(() => world.close());

/** Returns the statements that read a whole table, or all rows of a workspace in it, among those of a walk. */
async function wholeReads(walk: () => Promise<void>): Promise<string[]> {
  const raw = sqliteOf.get(world.context.db) ?? expect.fail();
  const prepared = vi.spyOn(raw, "prepare");
  await walk();
  const statements = new Set(prepared.mock.calls.map(([text]) => text));
  prepared.mockRestore();
  const indexes = raw
    .prepare<[], { name: string; tbl_name: string }>("select name, tbl_name from sqlite_master")
    .all();
  const tableOf = new Map(indexes.map(({ name, tbl_name }) => [name, tbl_name]));
  const found: string[] = [];
  for (const statement of statements) {
    if (!/^\s*(select|with)\b/.test(statement)) continue;
    const values = Array(statement.match(/\?/g)?.length ?? 0).fill(null);
    for (const { detail } of raw
      .prepare<unknown[], { detail: string }>(`explain query plan ${statement}`)
      .all(...values)) {
      const isWhole = detail.startsWith("SCAN ") || detail.includes("(workspace_id=?)");
      // An alias hides the table's name, but an index belongs to one table.
      const name = /INDEX (\w+)/.exec(detail)?.[1] ?? /^SCAN (\w+)/.exec(detail)?.[1] ?? "";
      const table = tableOf.get(name);
      if (isWhole && table && !small.includes(table) && !ofFewRows.includes(name))
        found.push(`${detail}: ${statement}`);
    }
  }
  return found;
}

// Writes and searches run in other threads, whose statements are not seen here.
it("no read reads the whole of a growing table on SQLite, nor all rows of a workspace in it", async () => {
  const found = await wholeReads(async () => {
    const place = await makePlace(world);
    for (const endpoint of reads) {
      const row = (await rowOf(endpoint, place, world)) ?? {};
      const { status } = await world.alice.get(addressOf(endpoint, row));
      expect(status, endpoint.id).toBe(endpoint.status);
    }
  });
  expect(found).toEqual([]);
});

it("nor does choosing a spec, which the writer does elsewhere, whether it finds one or not", async () => {
  const place = await makePlace(world);
  await aFreeSpec(place);
  const { db } = world.context;
  const { actor } =
    (await apiKeyCredential.find(db, hashSecret(world.alice.key))) ?? expect.fail("alice has no key");
  const plans = await db.selectFrom("plans").select(["id", "project_id"]).execute();
  const found = await wholeReads(async () => {
    for (const minReadiness of [1, 5])
      for (const { id, project_id } of plans)
        for (const planId of [null, id])
          for (const projectId of [null, project_id]) {
            const choice = { scope: { projectId, planId }, minReadiness, maxEffort: 5 };
            const { chosen } = await firstFree(db, actor, choice);
            if (chosen === null) await nothingToClaim(db, actor, choice, 0);
          }
  });
  expect(found).toEqual([]);
});
