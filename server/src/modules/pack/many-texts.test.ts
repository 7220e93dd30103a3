import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { sqliteOf } from "../../storage/dialect.ts";
import { newPlan } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";
type Receipt = { kind: string; title: string; state: string; reason?: string };

describe.each(databases)("many texts in a planner's pack, on $database", ({ create, database: name }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });

  const packOf = async (path: string, budget: number) =>
    (await world.alice.get(`${path}/context/pack?receipts=all&budget=${budget}`)).body.pack;

  async function statementsOf<T>(run: () => Promise<T>): Promise<[number, T]> {
    const sqlite = sqliteOf.get(world.context.db);
    const spy = sqlite ? vi.spyOn(sqlite, "prepare") : vi.spyOn(pg.Query.prototype, "submit");
    try {
      const result = await run();
      return [spy.mock.calls.length, result];
    } finally {
      spy.mockRestore();
    }
  }

  it("are read by few queries, whole and in order", async () => {
    const { alice } = world;
    const { path } = await newPlan(alice, project, {});
    const titles = Array.from({ length: 130 }, (_, n) => `number ${String(n).padStart(3, "0")}`);
    const textOf = (title: string) => `The text of ${title} 🚢.`;
    for (const title of titles)
      expect((await alice.post(`${path}/context`, { title, text: textOf(title) })).status).toBe(201);
    const specs = titles.map((title) => ({ title, content: `The content of ${title}.` }));
    for (let from = 0; from < specs.length; from += 50)
      await alice.post(`${path}/specs/batch`, { specs: specs.slice(from, from + 50) });
    const [statements, { text, receipts }] = await statementsOf(() => packOf(path, 50_000));
    expect(statements).toBeGreaterThan(name === "PostgreSQL" ? 5 : 0);
    expect(statements).toBeLessThan(60);
    const told = receipts.filter(({ kind }: Receipt) => kind === "source" || kind === "spec");
    expect(told.map(({ title, state }: Receipt) => `${title} ${state}`)).toEqual(
      [...titles, ...titles].map((title) => `${title} whole`),
    );
    const words = [...titles.map(textOf), ...specs.map(({ content }) => content)];
    let index = 0;
    for (const word of words) {
      const found = text.indexOf(word, index);
      expect(found, word).toBeGreaterThan(index);
      index = found;
    }
  });

  it("are read up to 16 characters per token, in chunks of any size", async () => {
    const { alice } = world;
    const { path } = await newPlan(alice, project, {});
    const long = `🚢${" ".repeat(70_000)}🚢${" ".repeat(100_000)}End.`;
    await alice.post(`${path}/context`, { title: "A long one", text: long });
    await alice.post(`${path}/context`, { title: "B after it", text: "Never read." });
    const { text, receipts } = await packOf(path, 10_000);
    const source = receipts.find(({ title }: Receipt) => title === "A long one");
    expect(source).toMatchObject({ state: "cut", reason: "The budget ends within it." });
    const after = receipts.find(({ title }: Receipt) => title === "B after it");
    expect(after).toMatchObject({ state: "left_out", reason: "The budget is used up." });
    expect(text.split("🚢")).toHaveLength(3);
    const whole = await packOf(path, 20_000);
    expect(whole.text).toContain(`${long}\n</source`);
    expect(whole.receipts.find(({ title }: Receipt) => title === "A long one").state).toBe("whole");
  });
});
