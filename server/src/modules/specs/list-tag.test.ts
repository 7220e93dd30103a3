import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  let first: Awaited<ReturnType<typeof newSpec>>;
  let second: Awaited<ReturnType<typeof newSpec>>;
  beforeEach(async () => {
    plan = await newPlan(world.bob, project);
    const content = "Contacts come from a file of the bank, so that nobody has to type them again.";
    first = await newSpec(world.bob, plan, { title: "First", content });
    second = await newSpec(world.bob, plan, { title: "Second" });
  });

  const list = (headers = {}) => world.bob.get(`${plan.path}/specs`, headers);

  it("answers 304 to a reader who has the list, while nothing in it changes", async () => {
    const { headers } = await list();
    const again = await list({ "if-none-match": String(headers.etag) });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, "", headers.etag]);
    await newSpec(world.bob, await newPlan(world.bob, project));
    expect((await list({ "if-none-match": String(headers.etag) })).status).toBe(304);
  });

  const writes: [string, () => Promise<{ status: number }>][] = [
    ["a new spec", () => world.bob.post(`${plan.path}/specs`, { title: "Third" })],
    ["a batch", () => world.bob.post(`${plan.path}/specs/batch`, { specs: [{ title: "Third" }] })],
    ["a text", () => world.bob.patch(first.path, { content: "two" })],
    ["a status", () => world.bob.patch(first.path, { status: "DONE" })],
    ["a readiness", () => world.bob.patch(first.path, { readiness: 5 })],
    ["a parent", () => world.bob.patch(second.path, { parentSpecId: "SPEC-1" })],
    ["a need", () => world.bob.patch(second.path, { needsFirst: ["SPEC-1"] })],
    [
      "a dependency",
      () => world.bob.post(`${plan.path}/dependencies`, { fromSpecId: "SPEC-2", toSpecId: "SPEC-1" }),
    ],
    ["an order", () => world.bob.post(`${plan.path}/specs/reorder`, { specShortIds: ["SPEC-2", "SPEC-1"] })],
    [
      "a restored text",
      async () => {
        await world.bob.patch(first.path, { content: "two" });
        const before = await list();
        const restored = await world.bob.post(`${first.path}/versions/1/restore`);
        expect((await list()).headers.etag).not.toBe(before.headers.etag);
        return restored;
      },
    ],
    [
      "a blocking question",
      () =>
        world.bob.post(`/v1/documents/${first.id}/threads`, {
          body: "Which?",
          kind: "question",
          blocking: true,
        }),
    ],
    ["a deleted spec", () => world.bob.delete(first.path)],
    [
      "a spec that moves away",
      async () => world.bob.post(`${first.path}/move`, { planId: (await newPlan(world.bob, project)).id }),
    ],
    [
      "a spec that moves in",
      async () => {
        const other = await newSpec(world.bob, await newPlan(world.bob, project));
        return world.bob.post(`${other.path}/move`, { planId: plan.id });
      },
    ],
  ];
  it.each(writes)("gives the list another ETag after %s", async (_what, write) => {
    const before = await list();
    expect([200, 201]).toContain((await write()).status);
    const after = await list({ "if-none-match": String(before.headers.etag) });
    expect([after.status, after.headers.etag === before.headers.etag]).toEqual([200, false]);
    expect(after.body).not.toEqual(before.body);
  });

  it("gives the list another ETag after a dependency is removed", async () => {
    const ends = { fromSpecId: "SPEC-2", toSpecId: "SPEC-1" };
    const { dependency } = (await world.bob.post(`${plan.path}/dependencies`, ends)).body;
    const before = await list();
    await world.bob.delete(`${plan.path}/dependencies/${dependency.id}`);
    expect((await list()).headers.etag).not.toBe(before.headers.etag);
  });

  it("gives identical lists of different plans different ETags, and a bad cursor 400 before 304", async () => {
    const other = await newPlan(world.bob, project);
    await newSpec(world.bob, other, { title: "First", content: "one" });
    await newSpec(world.bob, other, { title: "Second" });
    const { etag } = (await list()).headers;
    expect((await world.bob.get(`${other.path}/specs`)).headers.etag).not.toBe(etag);
    const bad = await world.bob.get(`${plan.path}/specs?cursor=x`, { "if-none-match": String(etag) });
    expect(bad.status).toBe(400);
  });

  it("answers 404, not 304, to a person who can no longer read the plan", async () => {
    const before = await list();
    await world.bob.patch(plan.path, { visibility: "PRIVATE" });
    const answer = await world.carol.get(`${plan.path}/specs`, {
      "if-none-match": String(before.headers.etag),
    });
    expect(answer.status).toBe(404);
  });
});
