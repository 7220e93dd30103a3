import { afterAll, beforeAll } from "vitest";
import type { databases } from "../../../test/databases.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";

export const project = "/v1/projects/web";

export const titles = (sources: { title: string }[]) => sources.map(({ title }) => title);

export class Sources {
  world!: World;

  async add(who: Person, path: string, title: string, text = "Some text.", more = {}) {
    return (await who.post(`${path}/context`, { title, text, ...more })).body.source;
  }
  async enriched(path: string) {
    for (;;) {
      const { source } = (await this.world.alice.get(path)).body;
      if (source.enrichment.status !== "pending" && source.enrichment.status !== "running") return source;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  async events(id: string): Promise<[string, unknown][]> {
    const rows = await this.world.context.db
      .selectFrom("events")
      .select(["type", "data"])
      .where("subject_id", "=", id)
      .orderBy("seq")
      .execute();
    return rows.map(({ type, data }) => [type.replace("context_source.", ""), JSON.parse(data)]);
  }
}

export function openSources(
  create: (typeof databases)[number]["create"],
  options: Parameters<typeof openWorld>[1] = {},
): Sources {
  const sources = new Sources();
  beforeAll(async () => {
    sources.world = await openWorld(create, options);
    await sources.world.alice.post("/v1/projects", { name: "Web" });
    await sources.world.alice.post("/v1/projects", { name: "App" });
  });
  afterAll(() => sources.world.close());
  return sources;
}
