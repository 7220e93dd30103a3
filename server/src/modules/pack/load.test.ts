import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Answer, setUpWorld } from "../../../test/world.ts";
import { enrichSource } from "../context/enrichment/enrich-source.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("many packs at once, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let path: string;
  beforeAll(async () => {
    // The test reads the sources itself.
    ({ path } = await newPlan(world.alice, project, {}));
    const text = "Guests pay by card.\n".repeat(10_000);
    await world.alice.post(`${path}/context`, { title: "Long", text });
  });

  const askFor = (count: number) => {
    const state = { whole: 0 };
    const packs = Array.from({ length: count }, async (_, n): Promise<Answer> => {
      const answer = await world.alice.get(`${path}/context/pack?budget=${100_000 + n}`);
      if (answer.status === 200) state.whole++;
      return answer;
    });
    return { state, packs };
  };

  it("are built two at a time; twenty wait, others are told to retry, and other reads continue", async () => {
    const { state, packs } = askFor(50);
    expect(outcome(await world.bob.get("/v1/projects"))).toBe("200");
    expect(state.whole).toBeLessThan(5);
    const answers = await Promise.all(packs);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(15);
    for (const answer of refused) {
      expect(outcome(answer)).toBe("503 unavailable");
      expect(answer.headers["retry-after"]).toBe("2");
    }
    expect(state.whole).toBeGreaterThanOrEqual(22);
    expect(outcome(await world.alice.get(`${path}/context/pack`))).toBe("200");
  });

  it("do not keep a source from being read", async () => {
    const { alice } = world;
    const { id } = (await alice.post(`${path}/context`, { title: "New", text: "Berths are booked." })).body
      .source;
    const { workspace } = (await alice.get("/v1/me")).body;
    const over = new AbortController();
    const full = Promise.withResolvers<void>();
    const askers = Array.from({ length: 130 }, async (_, n) => {
      while (!over.signal.aborted) {
        const { status } = await alice.get(`${path}/context/pack?budget=${100_000 + n}`);
        if (status !== 503) continue;
        full.resolve();
        await sleep(100);
      }
    });
    await full.promise;
    const { signal } = over;
    await enrichSource(world.context, { workspaceId: workspace.id, sourceId: id }, { signal }).finally(() =>
      over.abort(),
    );
    const { source } = (await alice.get(`${path}/context/${id}`)).body;
    expect(source.enrichment.status).toBe("done");
    await Promise.all(askers);
  });
});
