import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { firstFree } from "../../src/modules/claims/choose-spec.ts";
import { nothingToClaim } from "../../src/modules/claims/nothing-to-claim.ts";
import { apiKeyCredential } from "../../src/modules/identity/api-key-credential.ts";
import { hashSecret } from "../../src/modules/identity/key-format.ts";
import { writerThreads } from "../../src/spare-writer-thread.ts";
import { sqliteOf } from "../../src/storage/dialect.ts";
import { makePlace } from "../conformance/place.ts";
import { aFreeSpec } from "../conformance/requests.ts";
import { databases } from "../databases.ts";
import { small, smallIndexes, smallTable } from "./many-rows.ts";
import { recordVariable } from "./record-statements.ts";
import { type Ground, openGround, walks } from "./walks.ts";

/** Spending by day, of which a job deletes what is old. */
const ofDays = ["model_usage", "token_ceilings"];

/** Deletes the talk about deleted plans, which is rare; its index of documents is read instead of that of plans. */
const ofDeletedPlans = /^(?:delete from "anchors"|insert into search_dropped|delete from search_documents)/;

const few = [...small, smallTable, ...ofDays];

const folder = mkdtempSync(join(tmpdir(), "groundplan-statements-"));
/** Gets the statements that the writer's thread prepares. */
const written = join(folder, "written");

let ground: Ground;
beforeAll(async () => {
  const { create } = databases.find(({ database }) => database === "SQLite") ?? expect.fail();
  const recorder = new URL("./record-statements.ts", import.meta.url).href;
  vi.spyOn(writerThreads, "take").mockImplementation(
    () =>
      new Worker(new URL("../../src/sqlite-writer-thread.ts", import.meta.url), {
        execArgv: ["--import", recorder],
        env: { ...process.env, [recordVariable]: written },
      }),
  );
  vi.spyOn(writerThreads, "giveBack").mockImplementation((thread) => void thread.terminate());
  ground = await openGround(create);
});
afterAll(async () => {
  await ground.world.close();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Returns the statements that this thread prepares during a walk. */
async function preparedBy(walk: () => Promise<void>): Promise<string[]> {
  const raw = sqliteOf.get(ground.world.context.db) ?? expect.fail();
  const prepared = vi.spyOn(raw, "prepare");
  await walk();
  const statements = prepared.mock.calls.map(([text]) => text);
  prepared.mockRestore();
  return statements;
}

/** Returns which of these statements read a whole table, or all rows of a workspace in it. */
function wholeReads(statements: readonly string[]): string[] {
  const raw = sqliteOf.get(ground.world.context.db) ?? expect.fail();
  const indexes = raw
    .prepare<[], { name: string; tbl_name: string }>("select name, tbl_name from sqlite_master")
    .all();
  const tableOf = new Map(indexes.map(({ name, tbl_name }) => [name, tbl_name]));
  const found: string[] = [];
  for (const statement of new Set(statements)) {
    if (!/^\s*(select|insert|update|delete|with)\b/.test(statement)) continue;
    if (statement.includes(" 1 = 0") || ofDeletedPlans.test(statement)) continue;
    const values = Array(statement.match(/\?/g)?.length ?? 0).fill(null);
    for (const { detail } of raw
      .prepare<unknown[], { detail: string }>(`explain query plan ${statement}`)
      .all(...values)) {
      const isWhole = detail.startsWith("SCAN ") || detail.includes("(workspace_id=?)");
      // An alias hides the table's name, but an index belongs to one table.
      const name = /INDEX (\w+)/.exec(detail)?.[1] ?? /^SCAN (\w+)/.exec(detail)?.[1] ?? "";
      const table = tableOf.get(name);
      if (isWhole && table && !few.includes(table) && !smallIndexes.includes(name))
        found.push(`${detail}: ${statement}`);
    }
  }
  return found;
}

const recorded = () =>
  readFileSync(written, "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as string]));

it.each(Object.entries(walks))(
  "no request reads the whole of a growing table on SQLite, nor all rows of a workspace in it: %s",
  async (_, walk) => {
    const found = wholeReads([...(await preparedBy(() => walk(ground))), ...recorded()]);
    expect(found).toEqual([]);
  },
  240_000,
);

it("nor does choosing a spec, which the writer does elsewhere, whether it finds one or not", async () => {
  const place = await makePlace(ground.world);
  await aFreeSpec(place);
  const { db } = ground.world.context;
  const { actor } =
    (await apiKeyCredential.find(db, hashSecret(ground.world.alice.key))) ?? expect.fail("alice has no key");
  const plans = await db.selectFrom("plans").select(["id", "project_id"]).execute();
  const statements = await preparedBy(async () => {
    for (const minReadiness of [1, 5])
      for (const { id, project_id } of plans)
        for (const planId of [null, id])
          for (const projectId of [null, project_id]) {
            const choice = { scope: { projectId, planId }, minReadiness, maxEffort: 5 };
            const { chosen } = await firstFree(db, actor, choice);
            if (chosen === null) await nothingToClaim(db, actor, choice, 0);
          }
  });
  expect(wholeReads(statements)).toEqual([]);
});
