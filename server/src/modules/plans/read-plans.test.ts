import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, outcome } from "./scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let searched: string;
  beforeAll(async () => {
    const all = ["100% done", "100%", "snake_case", "wow!", "a!%b", "100!", "back\\slash", "it's"];
    searched = await newProject(...all, "Launch day", "ÄPFEL und Öl", "計画その1", "σίσυφος");
  });

  let count = 0;
  async function newProject(...names: string[]): Promise<string> {
    const slug = `p${++count}`;
    await world.alice.post("/v1/projects", { name: slug, slug });
    for (const name of names) await newPlan(world.bob, `/v1/projects/${slug}`, { name });
    return `/v1/projects/${slug}`;
  }
  const names = async (project: string, query: Record<string, string>) => {
    const { body } = await world.bob.get(`${project}/plans?${new URLSearchParams(query)}`);
    return body.plans?.map((plan: { name: string }) => plan.name) ?? body;
  };

  it.each([
    ["100%", ["100% done", "100%"]],
    ["%", ["100% done", "100%", "a!%b"]],
    ["_", ["snake_case"]],
    ["!", ["wow!", "a!%b", "100!"]],
    ["!%", ["a!%b"]],
    ["\\", ["back\\slash"]],
    ["'", ["it's"]],
    ["LAUNCH", ["Launch day"]],
    ["äpfel", ["ÄPFEL und Öl"]],
    ["ÖL", ["ÄPFEL und Öl"]],
    ["計画", ["計画その1"]],
    ["ΣΊΣΥΦΟΣ", ["σίσυφος"]],
    ["nothing", []],
  ])("finds plans by a part of the name in any case, without wildcards: %s", async (q, found) => {
    expect(await names(searched, { q })).toEqual(found);
  });

  it("filters by status, by parent and by the time of the last change", async () => {
    const project = await newProject("one", "two");
    const [first, second] = (await world.bob.get(`${project}/plans`)).body.plans;
    await new Promise((resolve) => setTimeout(resolve, 3));
    const ready = await world.bob.patch(`${project}/plans/${second.shortId}`, { status: "READY" });
    await newPlan(world.bob, project, { name: "below", parentPlanId: first.id });
    expect(await names(project, { status: "READY" })).toEqual(["two"]);
    expect(await names(project, { status: "PLANNING" })).toEqual(["one", "below"]);
    expect(await names(project, { parent: first.id })).toEqual(["below"]);
    expect(await names(project, { parent: first.shortId })).toEqual(["below"]);
    expect(await names(project, { parent: second.shortId })).toEqual([]);
    const { updatedAt } = ready.body.plan;
    expect(await names(project, { updatedSince: updatedAt })).toEqual(["two", "below"]);
    const later = new Date(Date.parse(updatedAt) + 60_000);
    expect(await names(project, { updatedSince: later.toISOString() })).toEqual([]);
    const inTokyo = new Date(Date.parse(updatedAt) + 9 * 3600_000).toISOString().replace("Z", "+09:00");
    expect(await names(project, { updatedSince: inTokyo })).toEqual(["two", "below"]);
    expect(await names(project, { status: "READY", parent: first.id })).toEqual([]);
  });

  it("finds a name by any part of it, in any case and form of its letters", async () => {
    const project = await newProject("Straße", "ﬁnal ΟΔΟΣ", "100% _done!");
    expect(await names(project, { q: "STRASSE" })).toEqual(["Straße"]);
    expect(await names(project, { q: "FINAL οδος" })).toEqual(["ﬁnal ΟΔΟΣ"]);
    expect(await names(project, { q: "% _DONE!" })).toEqual(["100% _done!"]);
    expect(await names(project, { q: "%e" })).toEqual([]);
  });

  it.each([
    "status=DOING",
    "archived=yes",
    "archived=1",
    "updatedSince=yesterday",
    "updatedSince=2026-02-30T00:00:00Z",
    "limit=ten",
    "cursor=abc",
    "q=%00",
    "parent=PLAN-1&parent=PLAN-2",
    "sort=name",
    "status=READY&status=DONE",
  ])("refuses an invalid query: %s", async (query) => {
    const project = await newProject();
    expect(outcome(await world.bob.get(`${project}/plans?${query}`))).toBe("400 invalid_request");
  });

  it("pages in order of creation, and pages are stable while plans are added", async () => {
    const all = Array.from({ length: 7 }, (_, n) => `plan ${n}`);
    const project = await newProject(...all);
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const query = new URLSearchParams({ limit: "3", ...(cursor ? { cursor } : {}) });
      const { body } = await world.bob.get(`${project}/plans?${query}`);
      seen.push(...body.plans.map((plan: { name: string }) => plan.name));
      if (!body.nextCursor) break;
      if (!cursor) await newPlan(world.bob, project, { name: "added" });
      cursor = body.nextCursor;
    }
    expect(seen).toEqual([...all, "added"]);
  });

  it("clamps limit to 1 to 200 and answers 50 by default", async () => {
    const project = await newProject();
    await Promise.all(Array.from({ length: 60 }, () => newPlan(world.bob, project)));
    expect(await names(project, {})).toHaveLength(50);
    expect(await names(project, { limit: "0" })).toHaveLength(1);
    expect(await names(project, { limit: "-3" })).toHaveLength(1);
    expect(await names(project, { limit: "9999" })).toHaveLength(60);
  });

  it("refuses the cursor of another list or of other filters", async () => {
    const [project, other] = [await newProject("a", "b"), await newProject("a", "b")];
    const { nextCursor } = (await world.bob.get(`${project}/plans?limit=1`)).body;
    for (const url of [`${other}/plans?limit=1`, `${project}/plans?limit=1&status=READY`]) {
      const answer = await world.bob.get(`${url}&cursor=${nextCursor}`);
      expect(outcome(answer)).toBe("400 invalid_request");
    }
    expect(outcome(await world.bob.get(`${project}/plans?limit=1&cursor=${nextCursor}`))).toBe("200");
  });

  it("names a plan's parent and root by handles, wherever plans are shown", async () => {
    const project = await newProject("root");
    const [root] = (await world.bob.get(`${project}/plans`)).body.plans;
    const plans = [{ ...root, path: `${project}/plans/${root.shortId}` }];
    for (let level = 1; level < 4; level++)
      plans.push(await newPlan(world.bob, project, { parentPlanId: plans.at(-1).id }));
    const expected = plans.map((_, index) => [plans[index - 1]?.shortId ?? null, root.shortId]);
    const named = ({ parentShortId, rootShortId }: { parentShortId: string; rootShortId: string }) => [
      parentShortId,
      rootShortId,
    ];
    expect(plans.map(named)).toEqual(expected);
    expect((await world.vera.get(`${project}/plans`)).body.plans.map(named)).toEqual(expected);
    for (const [index, { path }] of plans.entries())
      expect(named((await world.vera.get(path)).body.plan)).toEqual(expected[index]);
    const { plan, children } = (await world.vera.get(`${plans[1].path}/tree`)).body;
    expect([plan, children[0].plan, children[0].children[0].plan].map(named)).toEqual(expected.slice(1));
    const moved = (await world.bob.post(`${plans[2].path}/move`, { parentPlanId: null })).body.plan;
    expect(named(moved)).toEqual([null, plans[2].shortId]);
    expect(named((await world.vera.get(plans[3].path)).body.plan)).toEqual([
      plans[2].shortId,
      plans[2].shortId,
    ]);
  });

  it("answers the tree below any plan, sub-plans in order of creation", async () => {
    const { bob } = world;
    const project = await newProject();
    const root = await newPlan(bob, project);
    const subs = [
      await newPlan(bob, project, { parentPlanId: root.id }),
      await newPlan(bob, project, { parentPlanId: root.id }),
    ];
    const below = await newPlan(bob, project, { parentPlanId: subs[0]?.id ?? "" });
    const { body } = await bob.get(`${root.path}/tree`);
    expect(body.plan).toEqual((await bob.get(root.path)).body.plan);
    expect(body.children.map((child: { plan: { id: string } }) => child.plan.id)).toEqual(
      subs.map(({ id }) => id),
    );
    expect(body.children[0].children).toMatchObject([{ plan: { id: below.id }, children: [] }]);
    expect((await bob.get(`${subs[0]?.path}/tree`)).body).toEqual(body.children[0]);
  });
});
