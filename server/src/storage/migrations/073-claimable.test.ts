import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { setUpWorld } from "../../../test/world.ts";
import { miscounts } from "../../modules/dependencies/counts/miscounts.ts";
import {
  actions,
  anyStep,
  RandomWorld,
} from "../../modules/dependencies/counts/random-world.test-support.ts";
import { migrate } from "../migrate.ts";

const indexes = [
  ...["specs_free", "specs_startable", "specs_waiting", "specs_asked"],
  ...["plans_free", "plans_free_of_project", "plans_open"],
  "specs_by_readiness", // Of a later migration; it names a column of this one.
];
const columns = {
  specs: ["open_needs", "cancelled_needs"],
  deleted_specs: ["open_needs", "cancelled_needs"],
  plans: ["audience", "open_needs", "waits", "has_open_specs", "free_readiness"],
};

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  it("counts the needs of an older database, and what can be claimed in it, as writes do from then on", async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const random = new RandomWorld(world, `older-${seed}`);
      await random.begin();
      for (const step of fc.sample(anyStep, { numRuns: 60, seed })) await actions[step.kind](random, step);
    }
    await withRows(world, async (db) => {
      for (const index of indexes) await sql.raw(`drop index ${index}`).execute(db);
      for (const [table, names] of Object.entries(columns))
        for (const name of names) await sql.raw(`alter table ${table} drop column ${name}`).execute(db);
      await sql`delete from migrations where name = '073-claimable'`.execute(db);
      await migrate(db);
      expect(await miscounts(db, 10)).toEqual([]);
      const counted = await db.selectFrom("plans").select("id").where("waits", "=", 1).execute();
      expect(counted.length).toBeGreaterThan(0);
    });
  });
});
