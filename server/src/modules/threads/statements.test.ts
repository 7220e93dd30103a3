import pg from "pg";
import { expect, it, vi } from "vitest";
import { databases } from "../../../test/databases.ts";
import { openWorld } from "../../../test/world.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";
import { newComment, newThread, threadsOf } from "./scene.test-support.ts";

it("a page of threads costs the same number of statements, however many threads and comments it has", async () => {
  const { create } = databases.find(({ database }) => database === "PostgreSQL") ?? expect.fail();
  const world = await openWorld(create, { jobs: "off" });
  const { alice, bob } = world;
  await alice.post("/v1/projects", { name: "Web" });
  const plan = await newPlan(bob, "/v1/projects/web", { description: "Ships wait." });
  const spy = vi.spyOn(pg.Query.prototype, "submit");
  const statementsOf = async () => {
    spy.mockClear();
    expect(outcome(await bob.get(`${threadsOf(plan.id)}?limit=200`))).toBe("200");
    const texts = spy.mock.contexts.map((query) =>
      query instanceof pg.Query && "text" in query ? String(query.text) : "",
    );
    return texts.filter((text) => /threads|comments|anchors/.test(text)).length;
  };
  const first = await newThread(bob, plan.id, { anchor: { exact: "wait" } });
  await newComment(alice, first, "An answer.");
  const ofOne = await statementsOf();
  for (let n = 0; n < 20; n++) {
    const thread = await newThread(alice, plan.id, { anchor: { exact: "Ships" } });
    await newComment(bob, thread, "An answer.");
  }
  expect(await statementsOf()).toBe(ofOne);
  expect(ofOne).toBe(3);
  spy.mockRestore();
  await world.close();
});

it("a comment reads no other comment of its thread, and its participants are stored per thread", async () => {
  const { create } = databases.find(({ database }) => database === "PostgreSQL") ?? expect.fail();
  const world = await openWorld(create, { jobs: "off" });
  const { alice, bob } = world;
  await alice.post("/v1/projects", { name: "Web" });
  const plan = await newPlan(bob, "/v1/projects/web");
  const thread = await newThread(bob, plan.id);
  await newComment(alice, thread, "An answer.");
  const spy = vi.spyOn(pg.Query.prototype, "submit");
  await newComment(alice, thread, "Another one.");
  expect(outcome(await alice.post(`${thread.path}/resolve`))).toBe("200");
  const texts = spy.mock.contexts.map((query) =>
    query instanceof pg.Query && "text" in query ? String(query.text) : "",
  );
  spy.mockRestore();
  const ofThem = texts.filter((text) => /from "comments"/.test(text));
  // The new one by its id, and the thread's first, which the answer of resolving shows.
  expect(ofThem.filter((text) => !/"comments"."(id|number)" <?=/.test(text))).toEqual([]);
  expect(texts.some((text) => /from "thread_people"/.test(text))).toBe(true);
  await world.close();
});
