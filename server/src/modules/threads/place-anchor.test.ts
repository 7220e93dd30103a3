import pg from "pg";
import { expect, it, vi } from "vitest";
import { databases } from "../../../test/databases.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";
import { threadCreate } from "./create-thread.ts";
import { newThread, threadsOf } from "./scene.test-support.ts";

const text = `${"High and low. ".repeat(90_000)}The tide turns. ${"Low and high. ".repeat(5)}`;

async function aLongSource({ alice, bob }: World): Promise<string> {
  await alice.post("/v1/projects", { name: "Web" });
  const plan = await newPlan(bob, "/v1/projects/web");
  const answer = await bob.post(`${plan.path}/context`, { title: "Tides", text });
  expect(outcome(answer)).toBe("201");
  return answer.body.source.id;
}

it.each(databases)(
  "a quote of a long source is found at its current position, on $database",
  async ({ create }) => {
    const world = await openWorld(create, { jobs: "off" });
    const { bob } = world;
    const id = await aLongSource(world);
    const offset = text.indexOf("The tide");
    const anchor = { exact: "The tide turns." };
    expect((await newThread(bob, id, { anchor })).anchor).toMatchObject({ start: offset, state: "attached" });
    const missing = { body: "Where?", anchor: { exact: "The tide returns." } };
    expect(outcome(await bob.post(threadsOf(id), missing))).toBe("400 invalid_request");
    expect(outcome(await world.mallory.post(threadsOf(id), missing))).toBe("404 not_found");

    // The text differs from the one for which the anchor was prepared.
    const old = { text: "0 0", anchor: null, refused: null };
    const prepare = vi.spyOn(threadCreate, "prepare").mockResolvedValue(old);
    expect((await newThread(bob, id, { anchor })).anchor).toMatchObject({ start: offset, state: "attached" });
    expect(prepare).toHaveBeenCalledOnce();
    prepare.mockRestore();
    await world.close();
  },
);

it("a quote of a source is located before the write's transaction begins", async () => {
  const { create } = databases.find(({ database }) => database === "PostgreSQL") ?? expect.fail();
  const world = await openWorld(create, { jobs: "off" });
  const id = await aLongSource(world);
  const spy = vi.spyOn(pg.Query.prototype, "submit");
  for (const exact of ["The tide turns.", "No such words."])
    await world.bob.post(threadsOf(id), { body: "Here?", anchor: { exact } });
  const texts = spy.mock.contexts.map((query) =>
    query instanceof pg.Query && "text" in query ? String(query.text) : "",
  );
  spy.mockRestore();
  let isInside = false;
  const reads = texts.flatMap((sql) => {
    if (/^(begin|start)/i.test(sql)) isInside = true;
    if (/^(commit|rollback)/i.test(sql)) isInside = false;
    return sql.includes('from "context_texts"') ? [isInside] : [];
  });
  expect(reads).toEqual([false, false, false, false]);
  await world.close();
});
