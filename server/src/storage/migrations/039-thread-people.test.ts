import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { openWorld } from "../../../test/world.ts";
import { newPlan } from "../../modules/plans/scene.test-support.ts";
import { newComment, newThread } from "../../modules/threads/scene.test-support.ts";
import { migrate } from "../migrate.ts";

describe.each(databases)("$database", ({ create }) => {
  it("counts the comments of older threads like new writes do", async () => {
    const world = await openWorld(create, { jobs: "off" });
    const { alice, bob, carol, vera } = world;
    await alice.post("/v1/projects", { name: "Web" });
    const thread = await newThread(bob, (await newPlan(bob, "/v1/projects/web")).id);
    for (const who of [carol, carol, alice]) await newComment(who, thread, "An answer.");
    const gone = await newComment(vera, thread, "Mine.");
    await newComment(carol, thread, "The last one.");
    await vera.delete(gone.path);
    await withRows(world, async (db) => {
      const people = () =>
        db
          .selectFrom("thread_people")
          .selectAll()
          .where("comments", ">", 0)
          .orderBy("thread_id")
          .orderBy("user_id")
          .execute();
      const before = await people();
      expect(before.map(({ comments }) => comments).toSorted()).toEqual([1, 1, 3]);
      await sql`drop table thread_people`.execute(db);
      await sql`delete from migrations where name = '039-thread-people'`.execute(db);
      await migrate(db);
      expect(await people()).toEqual(before);
    });
    await world.close();
  });
});
