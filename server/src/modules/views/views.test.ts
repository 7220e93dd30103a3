import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  let secret: Awaited<ReturnType<typeof newPlan>>;
  beforeAll(async () => {
    plan = await newPlan(world.bob, "/v1/projects/web");
    secret = await newPlan(world.bob, "/v1/projects/web", { visibility: "PRIVATE" });
  });
  const save = (body: object, who = world.bob) =>
    who.post("/v1/views", { name: "Mine", scope: "person", query: {}, ...body });
  const idsOf = async (who = world.bob) =>
    (await who.get("/v1/views?limit=200")).body.views.map(({ id }: { id: string }) => id);

  it("a view keeps filters as the list takes them, its place, group and order", async () => {
    const answer = await save({
      query: { assignee: "me", priority: [1, 2], claimed: true, due: "week" },
      projectSlug: "web",
      planShortId: plan.shortId,
      group: "status",
      sort: "-due",
    });
    expect(outcome(answer)).toBe("201");
    expect(answer.body.view).toMatchObject({
      name: "Mine",
      scope: "person",
      owner: { userId: world.bob.userId },
      query: { assignee: "me", priority: "1,2", claimed: "true", due: "week" },
      projectSlug: "web",
      planShortId: plan.shortId,
      group: "status",
      sort: "-due",
    });
    const ordered = await save({ query: { status: "TODO", sort: "due" } });
    expect(ordered.body.view).toMatchObject({ query: { status: "TODO", sort: "due" }, sort: null });
    const { query } = answer.body.view;
    expect(outcome(await world.bob.get(`/v1/specs?${new URLSearchParams(query)}`))).toBe("200");
    const { project } = (await world.alice.post("/v1/projects", { name: "Other" })).body;
    const moved = await world.bob.patch(`/v1/views/${answer.body.view.id}`, { projectSlug: project.slug });
    expect([outcome(moved), moved.body.error.details[0].path]).toEqual([
      "400 invalid_request",
      "/planShortId",
    ]);
    const { view } = (
      await world.bob.patch(`/v1/views/${answer.body.view.id}`, { planShortId: null, sort: null })
    ).body;
    expect(view).toMatchObject({ planShortId: null, projectSlug: "web", sort: null, group: "status" });
  });

  it.each([
    [{ query: { status: "OPEN" } }, "/query/status"],
    [{ query: { colour: "red" } }, "/query/colour"],
    [{ query: { due: "soon" } }, "/query/due"],
    [{ group: "team" }, "/group"],
    [{ sort: "title" }, "/sort"],
    [{ query: { sort: "title" } }, "/query/sort"],
    [{ scope: "team" }, "/scope"],
  ])("%j is 400 and names its place", async (body, path) => {
    const answer = await save(body);
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details[0].path).toBe(path);
  });

  it("a view's wrong filter is explained as in the list that it stands for", async () => {
    for (const query of [{ status: [] }, { effort: "6" }, { due: "soon" }]) {
      const [said] = (await save({ query })).body.error.details;
      const [[name, value]] = Object.entries(query) as [[string, string | []]];
      const [ofList] = (await world.bob.get(`/v1/specs?${name}=${value}`)).body.error.details;
      expect(said).toEqual({ path: `/query/${name}`, message: ofList.message });
    }
  });

  it("a view's filters fit into an address, so that it can be opened and a list of views stays small", async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `${n}-${"x".repeat(34)}`);
    const fits = { assignee: ids(50), label: ids(50), plan: ids(20), q: "é".repeat(200) };
    const answer = await save({ query: fits });
    expect(outcome(answer)).toBe("201");
    const opened = await world.bob.get(
      `/v1/specs?lenient=true&${new URLSearchParams(answer.body.view.query)}`,
    );
    expect(outcome(opened)).toBe("200");
    const long = await save({ query: { label: ids(50).map((id) => id.repeat(20)) } });
    expect(outcome(long)).toBe("400 invalid_request");
    expect(long.body.error.details).toEqual([
      { path: "/query", message: "is too long for an address; leave out some values" },
    ]);
    const { id } = answer.body.view;
    const changed = await world.bob.patch(`/v1/views/${id}`, { query: { label: ["x".repeat(9000)] } });
    expect(outcome(changed)).toBe("400 invalid_request");
  });

  it("a person's view is seen by that person only, the workspace's by all who can read its plan", async () => {
    const own = (await save({})).body.view.id;
    const shared = (await save({ scope: "workspace" })).body.view.id;
    const ofSecret = (await save({ scope: "workspace", planShortId: secret.shortId })).body.view.id;
    expect(await idsOf()).toEqual(expect.arrayContaining([own, shared, ofSecret]));
    const others = await idsOf(world.carol);
    expect(others).toContain(shared);
    expect(others).not.toContain(own);
    expect(others).not.toContain(ofSecret);
    for (const id of [own, ofSecret])
      expect(outcome(await world.carol.patch(`/v1/views/${id}`, { name: "x" }))).toBe("404 not_found");
    expect(outcome(await save({ planShortId: secret.shortId }, world.carol))).toBe("404 not_found");
  });

  it("the workspace's view is changed by who made it and by owners; viewers save none", async () => {
    const { id } = (await save({ scope: "workspace" })).body.view;
    expect(outcome(await world.carol.patch(`/v1/views/${id}`, { name: "x" }))).toBe("403 forbidden");
    expect(outcome(await world.carol.delete(`/v1/views/${id}`))).toBe("403 forbidden");
    expect(outcome(await world.alice.patch(`/v1/views/${id}`, { name: "By the owner" }))).toBe("200");
    expect(outcome(await world.bob.delete(`/v1/views/${id}`))).toBe("200");
    expect(await idsOf()).not.toContain(id);
    expect(outcome(await save({ scope: "workspace" }, world.vera))).toBe("403 forbidden");
    expect(outcome(await save({}, world.vera))).toBe("403 forbidden");
  });
});
