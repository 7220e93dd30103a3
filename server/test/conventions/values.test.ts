import { beforeAll, describe, expect, it } from "vitest";
import { fakeTracker, makePlace } from "../conformance/place.ts";
import { databases } from "../databases.ts";
import { setUpWorld } from "../world.ts";

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const isTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function fields(value: unknown, name = ""): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((item) => fields(item, name));
  if (typeof value !== "object" || value === null) return [[name, value]];
  return Object.entries(value).flatMap(([key, inner]) => fields(inner, key));
}

describe.each(databases)("$database", ({ create }) => {
  let answers: [string, unknown][];
  const tracker = fakeTracker();
  const world = setUpWorld(create, { openTracker: async () => tracker });
  beforeAll(async () => {
    const { projectSlug, planShortId, subPlan } = await makePlace(world);
    const plans = `/v1/projects/${projectSlug}/plans`;
    await world.alice.post(`${plans}/${subPlan}/archive`);
    const paths = [
      "/v1",
      "/v1/me",
      "/v1/api-keys",
      "/v1/projects",
      plans,
      `${plans}?archived=true`,
      "/v1/connectors",
    ];
    for (const part of [
      "",
      "/tree",
      "/shares",
      "/dependencies",
      "/specs",
      "/specs/SPEC-1",
      "/specs/SPEC-1/versions",
    ])
      paths.push(`${plans}/${planShortId}${part}`);
    answers = [];
    for (const path of paths) {
      const { status, body } = await world.alice.get(path);
      expect(status, path).toBe(200);
      answers.push([path, body]);
    }
  });

  const found = (pattern: RegExp) => {
    const matching = answers.flatMap(([path, body]) =>
      fields(body).flatMap(([name, value]) => (pattern.test(name) ? [{ path, name, value }] : [])),
    );
    expect(matching.length).toBeGreaterThan(10);
    return matching;
  };

  it("writes timestamps as ISO 8601 in UTC with milliseconds and Z", () => {
    for (const { path, name, value } of found(/At$/))
      if (value !== null) expect(value, `${path} ${name}`).toMatch(isTimestamp);
  });

  it("creates ids as UUIDv7", () => {
    for (const { path, name, value } of found(/^id$|[a-z]Id$/)) {
      const of = `${path} ${name}`;
      if (/shortId$/i.test(name) && value !== null) expect(value, of).toMatch(/^(PLAN|SPEC)-[1-9]\d*$/);
      else if (value !== null && !path.startsWith("/v1/connectors")) expect(value, of).toMatch(isId);
    }
  });

  it("sorts ids by creation", async () => {
    const made: string[] = [];
    for (let n = 0; n < 20; n++)
      made.push((await world.alice.post("/v1/projects", { name: "P" })).body.project.id);
    expect(made.toSorted()).toEqual(made);
  });

  it("shows a nullable field that has no value as null", async () => {
    const { alice } = world;
    const key = (await alice.post("/v1/api-keys", { name: "Key" })).body.key;
    expect(key).toMatchObject({ lastUsedAt: null, revokedAt: null, expiresAt: null });
    const project = (await alice.post("/v1/projects", { name: "Bare", slug: "bare" })).body.project;
    expect(project).toMatchObject({ repositoryId: null, repositoryIds: [], repositories: [] });
    const plan = (await alice.post("/v1/projects/bare/plans", { name: "Bare" })).body.plan;
    expect(plan).toMatchObject({ archivedAt: null, parentPlanId: null, description: null });
    const specs = `/v1/projects/bare/plans/${plan.shortId}/specs`;
    const spec = (await alice.post(specs, { title: "Bare" })).body.spec;
    const nothing = { parentSpecId: null, parentShortId: null, effort: null, effortLabel: null };
    expect(spec).toMatchObject({ ...nothing, needsFirst: [] });
    const tracker = (await alice.get("/v1/projects/bare/tracker")).body.tracker;
    expect(tracker).toEqual({
      provider: null,
      target: null,
      references: "neutral",
      statuses: "close",
      details: [],
    });
  });

  it("leaves out an optional field that does not apply", async () => {
    const answer = await world.send("GET", "/v1");
    expect(Object.keys(answer.body).toSorted()).toEqual([
      "authentication",
      "description",
      "links",
      "name",
      "version",
    ]);
    expect(answer.body.links.search, "an address that needs a query is a template").toMatch(
      /\/search\{\?q\}$/,
    );
    const mine = await world.alice.get("/v1");
    expect(mine.body).not.toHaveProperty("authentication");
    expect((await world.alice.get("/v1/projects")).body).not.toHaveProperty("nextCursor");
  });

  it("builds links from the service's own address, never from the request's Host", async () => {
    const headers = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "gopher",
    };
    const answer = await world.send("GET", "/v1", undefined, headers);
    expect(JSON.stringify(answer.body)).not.toMatch(/evil|gopher/);
    expect(answer.body.links.self).toBe(`${world.context.publicUrl()}/v1`);
  });
});
