import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  const make = (name: string, more: object = {}) => world.bob.post("/v1/projects", { name, ...more });

  it.each([
    ["Web Shop", "web-shop"],
    ["  Öl & Gas! ", "ol-gas"],
    ["Café Ünïcode", "cafe-unicode"],
    ["計画", "project"],
    ["---", "project-2"],
    ["a".repeat(200), "a".repeat(50)],
    [`${"b".repeat(49)} c`, "b".repeat(49)],
  ])("creates a slug from the name %s: %s", async (name, slug) => {
    const { body } = await make(name);
    expect(body.project).toMatchObject({
      name: name.trim(),
      repositoryId: null,
      repositoryIds: [],
      repositories: [],
    });
    expect(body.project.slug).toBe(slug);
    expect((await world.vera.get(`/v1/projects/${slug}`)).body).toEqual(body);
  });

  it("numbers generated slugs that are taken, and refuses a given one that is", async () => {
    const slugs = [];
    for (let n = 0; n < 3; n++) slugs.push((await make("Same")).body.project.slug);
    expect(slugs).toEqual(["same", "same-2", "same-3"]);
    const before = await hashOfRows(world);
    expect(outcome(await make("Other", { slug: "same" }))).toBe("409 slug_taken");
    const renamed = await world.bob.patch("/v1/projects/same-2", { slug: "same" });
    expect(outcome(renamed)).toBe("409 slug_taken");
    expect(await hashOfRows(world)).toBe(before);
    expect((await world.bob.patch("/v1/projects/same-2", { slug: "same-2" })).status).toBe(200);
  });

  it("gives a slug to exactly one of many simultaneous requests", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => make("Race", { slug: "race" })));
    expect(answers.map(outcome).sort()).toEqual(["201", ...Array(9).fill("409 slug_taken")]);
    const made = await Promise.all(Array.from({ length: 10 }, () => make("Race")));
    expect(new Set(made.map(({ body }) => body.project.slug)).size).toBe(10);
  });

  it.each([
    [{}, "/name"],
    [{ name: "" }, "/name"],
    [{ name: "x", slug: "Big" }, "/slug"],
    [{ name: "x", slug: "a--b" }, "/slug"],
    [{ name: "x", slug: "-a" }, "/slug"],
    [{ name: "x", slug: "a".repeat(61) }, "/slug"],
    [{ name: "x", workspaceId: "other" }, "/workspaceId"],
    [{ name: "x", repositories: [{ provider: "github" }] }, "/repositories/0/fullName"],
  ])("refuses a body of the wrong shape: %o", async (body, path) => {
    const answer = await world.bob.post("/v1/projects", body);
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details[0].path).toBe(path);
  });

  it("stores repositories, one of them primary, and keeps the ids of those that stay", async () => {
    const github = { provider: "github", defaultBranch: "main" };
    const [first, second] = [
      { ...github, fullName: "acme/one" },
      { ...github, fullName: "acme/two", primary: true },
    ];
    const { project } = (await make("Repos", { slug: "repos", repositories: [first, second] })).body;
    expect(project.repositories).toMatchObject([
      { ...first, primary: false },
      { ...second, primary: true },
    ]);
    expect(project.repositoryId).toBe(project.repositories[1].id);
    expect(project.repositoryIds).toEqual(project.repositories.map(({ id }: { id: string }) => id));
    const both = await world.bob.patch("/v1/projects/repos", {
      repositories: [{ ...first, primary: true }, second],
    });
    expect(outcome(both)).toBe("400 invalid_request");
    const patched = await world.bob.patch("/v1/projects/repos", {
      repositories: [
        { ...second, defaultBranch: "trunk" },
        { ...github, fullName: "acme/three" },
      ],
    });
    const [kept, added] = patched.body.project.repositories;
    expect(kept).toEqual({ ...project.repositories[1], defaultBranch: "trunk" });
    expect(added).toMatchObject({ fullName: "acme/three", primary: false });
    expect((await world.bob.patch("/v1/projects/repos", { name: "R" })).body.project.repositories).toEqual([
      kept,
      added,
    ]);
    const none = await world.bob.patch("/v1/projects/repos", { repositories: [] });
    expect(none.body.project).toMatchObject({ repositoryId: null, repositoryIds: [] });
  });

  it("lets members create and change projects, owners delete them, viewers read, strangers nothing", async () => {
    const { alice, bob, vera, mallory } = world;
    const { slug } = (await make("Rights")).body.project;
    const path = `/v1/projects/${slug}`;
    const before = await hashOfRows(world);
    expect(outcome(await vera.post("/v1/projects", { name: "x" }))).toBe("403 forbidden");
    expect(outcome(await vera.patch(path, { name: "x" }))).toBe("403 forbidden");
    for (const person of [vera, bob]) expect(outcome(await person.delete(path))).toBe("403 forbidden");
    for (const method of ["GET", "PATCH", "DELETE"] as const) {
      const body = method === "PATCH" ? { name: "x" } : undefined;
      expect(outcome(await mallory.send(method, path, body))).toBe("404 not_found");
    }
    expect(await hashOfRows(world)).toBe(before);
    expect((await mallory.get("/v1/projects")).body).toEqual({ projects: [] });
    expect(outcome(await bob.patch(path, { name: "Renamed" }))).toBe("200");
    expect(outcome(await alice.delete(path))).toBe("200");
  });

  it("deletes a project with its plans, which are gone at once", async () => {
    const { alice, bob } = world;
    await make("Doomed", { slug: "doomed" });
    const path = "/v1/projects/doomed";
    const plan = await newPlan(bob, path);
    const sub = await newPlan(bob, path, { parentPlanId: plan.id });
    await newSpec(bob, plan);
    const archived = await newPlan(bob, path);
    await bob.post(`${archived.path}/archive`);
    expect((await alice.delete(path)).body).toEqual({ deleted: true });
    for (const gone of [path, `${path}/plans`, plan.path, `${sub.path}/tree`, `${plan.path}/specs`])
      expect(outcome(await alice.get(gone))).toBe("404 not_found");
    for (const restore of [plan, archived])
      expect(outcome(await bob.post(`${restore.path}/restore`))).toBe("404 not_found");

    expect(outcome(await alice.delete(path))).toBe("404 not_found");
  });

  it("restores a deleted project with the plans that were deleted with it, and their specs", async () => {
    const { alice, bob } = world;
    const made = (await make("Back", { slug: "back" })).body.project;
    const path = "/v1/projects/back";
    const plan = await newPlan(bob, path);
    const sub = await newPlan(bob, path, { parentPlanId: plan.id });
    const spec = await newSpec(bob, sub);
    const archived = await newPlan(bob, path);
    await bob.post(`${archived.path}/archive`);
    await alice.delete(path);
    const all = async (query: string) =>
      (await bob.get(`/v1/projects${query}`)).body.projects.filter(
        ({ id }: { id: string }) => id === made.id,
      );
    expect([await all(""), await all("?archived=false")]).toEqual([[], []]);
    const [listed] = await all("?archived=true");
    expect(listed).toEqual({ ...made, archivedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(outcome(await bob.post(`${path}/restore`))).toBe("403 forbidden");
    expect(outcome(await world.mallory.post(`${path}/restore`))).toBe("404 not_found");

    const restored = await alice.post(`${path}/restore`);
    expect([restored.status, restored.body.project]).toEqual([200, { ...made, archivedAt: null }]);
    expect([await all(""), await all("?archived=true")]).toEqual([[made], []]);
    expect((await bob.get(spec.path)).body.spec.id).toBe(spec.id);
    expect((await bob.get(plan.path)).body.plan.archivedAt).toBe(null);
    expect((await bob.get(archived.path)).body.plan.archivedAt).not.toBe(null);
    const again = await alice.post(`${path}/restore`);
    expect([again.status, again.body]).toEqual([200, restored.body]);
    expect(outcome(await alice.post("/v1/projects/never/restore"))).toBe("404 not_found");
  });

  it("keeps the slug of a deleted project taken, and says until when", async () => {
    const { alice } = world;
    await make("Kept", { slug: "kept" });
    await alice.delete("/v1/projects/kept");
    const deletedAt: string = (await alice.get("/v1/projects?archived=true")).body.projects.find(
      ({ slug }: { slug: string }) => slug === "kept",
    ).archivedAt;
    const until = new Date(Date.parse(deletedAt) + 30 * 24 * 3600_000).toISOString();
    await make("Other", { slug: "other-slug" });
    const renamed = await alice.patch("/v1/projects/other-slug", { slug: "kept" });
    for (const answer of [await make("Kept", { slug: "kept" }), renamed]) {
      expect(outcome(answer)).toBe("409 slug_taken");
      expect(answer.body.error.message).toContain(until);
    }
    expect((await make("Kept")).body.project.slug).toBe("kept-2");
    expect(outcome(await alice.post("/v1/projects/kept/restore"))).toBe("200");
    const now = await make("Kept", { slug: "kept" });
    expect(now.body.error.message).toContain("exists already");
  });

  it("follows a project to its new slug", async () => {
    await make("Moving", { slug: "old" });
    const plan = await newPlan(world.bob, "/v1/projects/old");
    await world.bob.patch("/v1/projects/old", { slug: "new" });
    expect(outcome(await world.bob.get(plan.path))).toBe("404 not_found");
    expect(outcome(await world.bob.get(plan.path.replace("/old/", "/new/")))).toBe("200");
  });

  it("lists all projects without paging, otherwise pages that are stable", async () => {
    await Promise.all(Array.from({ length: 60 }, () => make("Many")));
    const all = (await world.vera.get("/v1/projects")).body;
    expect(all.projects.length).toBeGreaterThan(60);
    expect(all).not.toHaveProperty("nextCursor");
    const ids = (page: { projects: { id: string }[] }) => page.projects.map(({ id }) => id);
    const first = (await world.vera.get("/v1/projects?limit=40")).body;
    const second = (await world.vera.get(`/v1/projects?limit=40&cursor=${first.nextCursor}`)).body;
    expect([...ids(first), ...ids(second)]).toEqual(ids(all).slice(0, 80));
  });
});
