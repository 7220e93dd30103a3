import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { setUpWorld } from "../world.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  /** A new plan and spec, both at revision 2. */
  let plan: string;
  let spec: string;
  beforeEach(async () => {
    const { alice } = world;
    const made = await alice.post("/v1/projects/web/plans", { name: "Plan" });
    plan = `/v1/projects/web/plans/${made.body.plan.shortId}`;
    spec = `${plan}/specs/SPEC-1`;
    await alice.patch(plan, { name: "Plan 2" });
    await alice.post(`${plan}/specs`, { title: "Spec" });
    await alice.patch(spec, { title: "Spec 2" });
  });

  const etagOf = async (path: string, who = world.alice) => String((await who.get(path)).headers.etag);

  it("a single plan and spec answer a strong ETag that begins with the revision, also to writes", async () => {
    for (const path of [plan, spec]) {
      const read = await world.alice.get(path);
      expect(read.headers.etag).toMatch(/^"2-[\w-]{22}"$/);
      const name = path === plan ? { name: "Other" } : { title: "Other" };
      const written = await world.alice.patch(path, name);
      expect(written.headers.etag).toMatch(/^"3-[\w-]{22}"$/);
      expect(await etagOf(path)).toBe(written.headers.etag);
    }
    for (const path of ["/v1/projects", `${plan}/tree`])
      expect((await world.alice.get(path)).headers.etag, path).toBeUndefined();
  });

  it("an ETag changes with the caller's view", async () => {
    const { alice, bob, carol, vera } = world;
    expect((await bob.get(plan)).body.plan.capability).toBe("EDIT");
    expect((await vera.get(plan)).body.plan.capability).toBe("READ");
    const tags = [await etagOf(plan), await etagOf(plan, bob), await etagOf(plan, vera)];
    expect(new Set(tags).size).toBe(3);
    expect(await etagOf(plan, carol), "the same right, the same view").toBe(await etagOf(plan, bob));
    const [before, ofSpec] = [await etagOf(plan), await etagOf(spec)];
    await alice.patch(spec, { effort: 3 });
    expect(await etagOf(spec), "effort is no change of the text, but it shows").not.toBe(ofSpec);
    await alice.post(`${plan}/specs`, { title: "More" });
    expect(await etagOf(plan), "specCount shows").not.toBe(before);
  });

  it("If-None-Match that names the ETag is 304 without a body, in lists, weak and as `*` too", async () => {
    for (const path of [plan, spec]) {
      const etag = await etagOf(path);
      for (const header of [etag, `W/${etag}`, `"x", ${etag}`, `"x",W/"y" ,  ${etag}  ,"z"`, "*", " * "]) {
        const answer = await world.alice.get(path, { "if-none-match": header });
        expect([answer.status, answer.body], header).toEqual([304, ""]);
        expect(answer.headers.etag).toBe(etag);
        expect(answer.headers["x-request-id"]).toBeDefined();
        expect(answer.headers.ratelimit).toBeDefined();
      }
    }
  });

  it("If-None-Match that names another ETag or none is 200", async () => {
    const etag = await etagOf(plan);
    const others = [
      '"2"',
      '"2-"',
      etag.slice(1, -1),
      `'${etag}'`,
      `${etag}x`,
      '""',
      ",",
      "garbage",
      '"*"',
      "**",
    ];
    for (const header of [...others, await etagOf(plan, world.bob)])
      expect((await world.alice.get(plan, { "if-none-match": header })).status, header).toBe(200);
    await world.alice.patch(plan, { name: "Newer" });
    expect((await world.alice.get(plan, { "if-none-match": etag })).status).toBe(200);
  });

  it("If-None-Match reveals nothing to a person who can't read: 404; and no write honors it", async () => {
    const etag = await etagOf(plan);
    expectError(await world.mallory.get(plan, { "if-none-match": "*" }), "not_found");
    expect((await world.alice.patch(plan, { name: "New" }, { "if-none-match": etag })).status).toBe(200);
  });

  it("If-Match with the current revision allows a write, whatever the rest of the tag, in lists and as `*` too", async () => {
    const { alice, bob } = world;
    const ofBob = await etagOf(plan, bob);
    for (const header of [ofBob, '"1", "2-x"', '"2"', "*", ` * `, `"garbage",${ofBob}`]) {
      const answer = await alice.patch(plan, { status: "READY" }, { "if-match": header });
      expect(answer.status, header).toBe(200);
    }
    expect((await alice.patch(spec, { title: "New" }, { "if-match": await etagOf(spec) })).status).toBe(200);
    expect((await alice.delete(spec, { "if-match": await etagOf(spec) })).status).toBe(200);
    expect((await alice.delete(plan, { "if-match": await etagOf(plan) })).status).toBe(200);
  });

  it.each([
    '"1"',
    '"1-x", "3"',
    'W/"2"',
    "2",
    "''",
    '""',
    "garbage",
    ",",
    '"2',
    '"02x"',
    '"-2"',
    '"2.0"',
    "**",
    '"99999999999999999999"',
  ])("If-Match %s names another revision: 412 with the current one, and nothing changes", async (header) => {
    for (const path of [plan, spec]) {
      const before = await world.alice.get(path);
      const body = path === plan ? { name: "New" } : { title: "New" };
      for (const answer of [
        await world.alice.patch(path, body, { "if-match": header }),
        await world.alice.delete(path, { "if-match": header }),
      ]) {
        expectError(answer, "precondition_failed");
        expect(answer.body.error.details).toEqual({ revision: 2 });
      }
      expect((await world.alice.get(path)).body).toEqual(before.body);
    }
  });

  it("If-Match is enforced by every POST that changes a single plan or spec: 412, and nothing changes", async () => {
    const { alice, bob } = world;
    const other = (await alice.post("/v1/projects/web/plans", { name: "Other" })).body.plan;
    const posts: [string, string, unknown][] = [
      [spec, `${spec}/versions/1/restore`, undefined],
      [spec, `${spec}/move`, { planId: other.shortId }],
      [plan, `${plan}/move`, { parentPlanId: other.id }],
      [plan, `${plan}/restore`, undefined],
      [plan, `${plan}/archive`, undefined],
      [plan, `${plan}/owner`, { userId: bob.userId }],
    ];
    for (const [path, post, body] of posts) {
      const before = (await alice.get(path)).body;
      const answer = await alice.post(post, body, { "if-match": '"1"' });
      expectError(answer, "precondition_failed", post);
      expect(answer.body.error.details).toEqual({ revision: 2 });
      expect((await alice.get(path)).body, post).toEqual(before);
    }
    await alice.post(`${plan}/archive`, undefined, { "if-match": await etagOf(plan) });
    const archived = (await alice.get(plan)).body;
    expectError(await alice.post(`${plan}/restore`, undefined, { "if-match": '"1"' }), "precondition_failed");
    expect((await alice.get(plan)).body).toEqual(archived);
    const restored = await alice.post(`${plan}/restore`, undefined, { "if-match": await etagOf(plan) });
    expect([restored.status, restored.headers.etag]).toEqual([200, await etagOf(plan)]);
    const back = await alice.post(`${spec}/versions/1/restore`, undefined, { "if-match": '"2"' });
    expect([back.status, back.body.spec.revision]).toEqual([200, 3]);
    expect(back.headers.etag).toBe(await etagOf(spec));
  });

  it("one of two writers with the same ETag wins, the other gets 412", async () => {
    const etag = await etagOf(spec);
    const titles = Array.from({ length: 8 }, (_, n) => `Title ${n}`);
    const answers = await Promise.all(
      titles.map((title) => world.alice.patch(spec, { title }, { "if-match": etag })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await world.alice.get(spec)).body.spec.title).toBe(winner?.body.spec.title);
  });

  it("If-Match is checked after permissions and the archived state", async () => {
    expectError(await world.vera.patch(plan, { name: "New" }, { "if-match": '"1"' }), "forbidden");
    await world.alice.post(`${plan}/archive`);
    expectError(await world.alice.patch(plan, { name: "New" }, { "if-match": '"1"' }), "plan_archived");
  });
});
