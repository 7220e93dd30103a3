import { listNotifications, listPlans, listSpecs } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../../client/src/index.ts";
import { databases, type TestDatabase } from "../../../../server/test/databases.ts";
import { groundplanHere, startService } from "../../testing.ts";

describe.each(databases)("$database: groundplan demo", ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create("empty");
  });
  afterAll(() => database.drop());

  it("fills a separate workspace, whose people, plans and conversations the service then shows", async () => {
    const made = await groundplanHere(["demo", "--json"], database.env);
    expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: "" });
    const { people, project, link, plans, specs, workspace } = JSON.parse(made.stdout);
    expect({ workspace, project, plans, specs }).toEqual({
      workspace: { slug: "demo" },
      project: "shop",
      plans: 4,
      specs: 14,
    });
    expect(link).toMatch(/^http:\/\/localhost:\d+\/reset\?token=/);

    const service = await startService(database.env);
    try {
      const [mira, jonas, aiko] = people.map(({ key }: { key: string }) =>
        createClient({ url: service.url, apiKey: key }),
      );
      const params = { projectSlug: project };
      const seen = async (client: typeof mira) =>
        (await client.call(listPlans, { params, query: {} })).plans.map(({ name }: { name: string }) => name);
      expect(await seen(mira)).toHaveLength(4);
      expect(await seen(aiko)).toHaveLength(3);
      const query = { planShortId: "PLAN-1", ...params };
      const { specs } = await mira.call(listSpecs, { params: query, query: {} });
      const labels = new Set(specs.map(({ readinessLabel }: { readinessLabel: string }) => readinessLabel));
      expect(labels.size).toBeGreaterThan(1);
      await expect
        .poll(async () => (await jonas.call(listNotifications, { query: {} })).items.length)
        .toBeGreaterThan(0);
    } finally {
      await service.stop();
    }
  });

  it("never writes into an existing workspace", async () => {
    const again = await groundplanHere(["demo"], database.env);
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toContain("There is a workspace demo already. Name another one with --workspace.");
  });
});
