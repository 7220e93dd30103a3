import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { at, secondProcess } from "../../../test/second-process.ts";
import { setUpWorld } from "../../../test/world.ts";
import { migrate } from "../migrate.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  it("orders the plans of an older database by creation, followed by new ones", async () => {
    const { alice } = world;
    for (const slug of ["web", "shop"]) await alice.post("/v1/projects", { name: slug, slug });
    const add = async (slug: string, by = alice) =>
      (await by.post(`/v1/projects/${slug}/plans`, { name: "Plan" })).body.plan.shortId;
    const before = [await add("web"), await add("shop"), await add("web"), await add("web")];
    await withRows(world, async (db) => {
      await sql`drop index plans_by_position`.execute(db);
      await sql`alter table plans drop column position`.execute(db);
      await sql`delete from migrations where name = '068-plan-positions'`.execute(db);
      await migrate(db);
    });
    const [first, , second, third] = before;
    // A schema changes while no service runs: prepared statements would show it.
    const restarted = await secondProcess(world);
    const last = await add("web", at(restarted, alice));
    const { plans } = (await at(restarted, alice).get("/v1/projects/web/plans?sort=position")).body;
    await restarted.close();
    expect(plans.map(({ shortId }: { shortId: string }) => shortId)).toEqual([first, second, third, last]);
  });
});
