import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan } from "../../modules/plans/scene.test-support.ts";
import { migrate } from "../migrate.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  it("finds the plans of an older database by their folded names", async () => {
    for (const name of ["Straße", "Plain", "ΟΔΟΣ"]) await newPlan(world.bob, project, { name });
    await withRows(world, async (db) => {
      const folded = () => db.selectFrom("plans").select(["id", "name_folded"]).orderBy("id").execute();
      const made = await folded();
      expect(made.map((row) => row.name_folded)).toEqual(["strasse", "plain", "οδοσ"]);
      await sql`update plans set name_folded = case name_folded when 'strasse' then 'straße' else name_folded end`.execute(
        db,
      );
      await sql`delete from migrations where name = '005-folded-names'`.execute(db);
      await migrate(db);
      expect(await folded()).toEqual(made);
    });
    const found = await world.bob.get(`${project}/plans?q=STRASSE`);
    expect(found.body.plans).toMatchObject([{ name: "Straße" }]);
  });
});
