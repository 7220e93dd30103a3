import { listAllSpecs } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { withRows } from "../../../../test/own-connection.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { newId, now } from "../../../ids.ts";
import { cursorOf } from "../../paging.ts";
import { newPlan, newSpec, outcome } from "../../plans/scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });

  it.each([
    ["priority", [-(2 ** 31 - 1), "", ""]],
    ["priority", [5, "", ""]],
    ["updated", [0, 7, ""]],
    ["due", ["0", "", ""]],
  ])("a forged cursor of no place in the order by %s is 400: %j", async (sort, key) => {
    const cursor = cursorOf(JSON.stringify([listAllSpecs.id, sort, { status: ["DONE"] }]), key);
    const answer = await world.bob.get(`/v1/specs?status=DONE&sort=${sort}&cursor=${cursor}`);
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details[0].path).toBe("/cursor");
  });

  it("the cursor of a page that ends early among private specs names none of them", async () => {
    const { alice, bob } = world;
    const hidden = await newPlan(alice, "/v1/projects/web", { visibility: "PRIVATE" });
    const one = await newSpec(alice, hidden, {});
    await withRows(world, async (db) => {
      const row = await db.selectFrom("specs").selectAll().where("id", "=", one.id).executeTakeFirstOrThrow();
      const rows = Array.from({ length: 10_000 }, (_, n) => {
        const number = n + 2;
        return Object.assign({}, row, { id: newId(), number, position: number * 1000, updated_at: now() });
      });
      for (let at = 0; at < rows.length; at += 500)
        await db
          .insertInto("specs")
          .values(rows.slice(at, at + 500))
          .execute();
    });
    const shown = await newSpec(bob, await newPlan(bob, "/v1/projects/web"), {});
    const { specs, nextCursor } = (await bob.get("/v1/specs?claimed=false")).body;
    expect(specs).toMatchObject([{ id: shown.id }]);
    expect(Buffer.from(nextCursor, "base64url").toString()).toContain(shown.id);
  });

  it("a cursor of a place is taken", async () => {
    const cursor = cursorOf(JSON.stringify([listAllSpecs.id, "priority", { status: ["DONE"] }]), [1, "", ""]);
    const answer = await world.bob.get(`/v1/specs?status=DONE&sort=priority&cursor=${cursor}`);
    expect([outcome(answer), answer.body]).toEqual(["200", { specs: [] }]);
  });
});
