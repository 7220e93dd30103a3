import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { indexText } from "../context/index-source.ts";
import { context as sources } from "../context/manifest.ts";

const project = "/v1/projects/albums";
const run = { claim: { id: "", fence: 1 }, attempt: 8, signal: new AbortController().signal };

describe.each(databases)("$database: a text that a job indexes", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  beforeAll(() => world.alice.post("/v1/projects", { name: "Albums", slug: "albums" }));

  const titles = async (q: string): Promise<string[]> => {
    const { results } = (await world.alice.get(`/v1/search?q=${encodeURIComponent(q)}`)).body;
    return results.map(({ title }: { title: string }) => title);
  };
  const add = async (title: string, text: string): Promise<string> => {
    const answer = await world.alice.post(`${project}/context`, { title, text });
    expect(answer.status).toBe(201);
    return answer.body.source.id;
  };
  const jobsOf = (id: string) =>
    world.context.db
      .selectFrom("jobs")
      .selectAll()
      .where("kind", "=", "context.index")
      .where("payload", "like", `%${id}%`)
      .orderBy("id")
      .execute();
  const index = async (id: string) => {
    for (const { payload } of (await jobsOf(id)).slice(-1))
      await indexText(world.context, JSON.parse(payload), run);
  };

  it("is found by its words as before after its title or description has changed, and by the new title at once", async () => {
    // More parts than one transaction removes, so that a text that is indexed again gets another number.
    for (const [mark, text] of [
      ["short", "The ocelot."],
      ["long", `${"word ".repeat(4000)} ocelot`],
      ["longest", `${"gnu ".repeat(40_000)} ocelot`],
    ] as const) {
      const id = await add(`Before ${mark}`, text);
      await index(id);
      expect(await titles(`ocelot before ${mark}`)).toEqual([`Before ${mark}`]);
      const { length } = await jobsOf(id);
      await world.alice.patch(`${project}/context/${id}`, { title: `After ${mark}` });
      await world.alice.patch(`${project}/context/${id}`, { description: "An ounce." });
      expect(await titles(`ocelot after ${mark}`)).toEqual([`After ${mark}`]);
      expect(await titles(`before ${mark}`)).toEqual([]);
      expect(await jobsOf(id)).toHaveLength(length);
      await world.alice.delete(`${project}/context/${id}`);
      expect(await titles(`after ${mark}`)).toEqual([]);
    }
  });

  it("is indexed an hour after every attempt failed, and retried for a day", async () => {
    const id = await add("Failing", `${"word ".repeat(4000)} caracal`);
    const giveUp = async () => {
      const { payload } = (await jobsOf(id)).at(-1) ?? expect.fail();
      await sources.jobs?.["context.index"]?.giveUp?.(world.context, JSON.parse(payload) as never, run);
    };
    await giveUp();
    const [first, later] = await jobsOf(id);
    const waited = Date.parse(later?.run_at ?? "") - Date.parse(first?.run_at ?? "");
    expect(Math.round(waited / 3_600_000)).toBe(1);
    expect(await titles("caracal")).toEqual([]);
    await index(id);
    expect(await titles("caracal")).toEqual(["Failing"]);
    for (let n = 0; n < 30; n++) await giveUp();
    expect(await jobsOf(id)).toHaveLength(25);
  });
});
