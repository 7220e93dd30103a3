import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  beforeAll(() => world.alice.post("/v1/projects", { name: "Shop" }));

  const titles = async (by: Person, query: string) => {
    const { body } = await by.get(`/v1/next${query}`);
    return body.specs.map((spec: { title: string }) => spec.title);
  };

  it("lists buildable specs of all readable plans, oldest plan first, or of one project", async () => {
    const { bob, carol } = world;
    const web = await newPlan(bob, "/v1/projects/web");
    const shop = await newPlan(bob, "/v1/projects/shop");
    const secret = await newPlan(bob, "/v1/projects/web", { visibility: "PRIVATE" });
    const needed = await newSpec(bob, shop, { title: "needed", effort: 2, readiness: 4 });
    const waits = await newSpec(bob, web, { title: "waits" });
    await newSpec(bob, web, { title: "free", status: "IN_PROGRESS" });
    await newSpec(bob, web, { title: "done", status: "DONE" });
    await newSpec(bob, secret, { title: "secret" });
    await bob.post(`${web.path}/dependencies`, { fromSpecId: waits.id, toSpecId: needed.id });
    expect(await titles(bob, "")).toEqual(["free", "needed", "secret"]);
    expect(await titles(carol, "")).toEqual(["free", "needed"]);
    expect(await titles(world.mallory, "")).toEqual([]);
    const ofShop = (await carol.get("/v1/next?projectSlug=shop")).body;
    expect(ofShop).toEqual({
      specs: [
        {
          id: needed.id,
          projectSlug: "shop",
          planShortId: shop.shortId,
          specShortId: "SPEC-1",
          planName: "Plan",
          title: "needed",
          effort: 2,
          readiness: 4,
          status: "TODO",
          claim: null,
          awaitsReview: false,
        },
      ],
    });
    await bob.patch(needed.path, { status: "CANCELLED" });
    expect(await titles(carol, "")).toEqual(["waits", "free"]);
    await bob.post(`${web.path}/archive`);
    expect(await titles(carol, "")).toEqual([]);
    expect(outcome(await bob.get("/v1/next?projectSlug=nowhere"))).toBe("404 not_found");
  });

  it("lists free specs before claimed ones, and those of a plan, a readiness, an effort or a status", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, "/v1/projects/web");
    const add = (title: string, body: object) =>
      newSpec(bob, plan, { title, readiness: 4, effort: 2, ...body });
    const claimed = await add("claimed", {});
    await add("large", { effort: 5 });
    await add("started", { status: "IN_PROGRESS", effort: null });
    await add("rough", { readiness: 2 });
    const { claim } = (await bob.post("/v1/claims", { spec: claimed.id, agent: "Coder" })).body;
    const of = (query: string) => titles(bob, `?planShortId=${plan.shortId}${query}`);
    expect(await of("")).toEqual(["large", "started", "rough", "claimed"]);
    expect(await of("&minReadiness=4")).toEqual(["large", "started", "claimed"]);
    expect(await of("&maxEffort=3")).toEqual(["started", "rough", "claimed"]);
    expect(await of("&status=TODO")).toEqual(["large", "rough"]);
    for (const wrong of ["minReadiness=0", "minReadiness=6", "maxEffort=many"])
      expect(outcome(await bob.get(`/v1/next?${wrong}`))).toBe("400 invalid_request");
    expect(await of("&status=IN_PROGRESS&limit=1")).toEqual(["started"]);
    const { body } = await bob.get(`/v1/next?planShortId=${plan.shortId}`);
    const { id, agent, holder, until } = claim;
    expect(body.specs.map((one: { claim: unknown }) => one.claim)).toEqual([
      ...[null, null, null],
      { id, agent, holder, until },
    ]);
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = (await bob.get(`/v1/next?planShortId=${plan.shortId}&limit=1${cursor}`)).body;
      seen.push(...page.specs.map((spec: { title: string }) => spec.title));
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : "";
    } while (cursor);
    expect(seen).toEqual(["large", "started", "rough", "claimed"]);
    expect(outcome(await world.carol.get(`/v1/next?planShortId=PLAN-99999`))).toBe("404 not_found");
  });

  it("never misses a spec that is released between two pages", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, "/v1/projects/web");
    const released = await newSpec(bob, plan, { title: "released" });
    for (const title of ["a", "b", "c"]) await newSpec(bob, plan, { title });
    const take = async () => (await bob.post("/v1/claims", { spec: released.id, budget: 0 })).body.claim;
    const before = await take();
    await bob.post(`/v1/claims/${before.id}/release`);
    const { id } = await take();
    const page = async (cursor = "") =>
      (await bob.get(`/v1/next?planShortId=${plan.shortId}&limit=2${cursor}`)).body;
    const first = await page();
    await bob.post(`/v1/claims/${id}/release`);
    const second = await page(`&cursor=${first.nextCursor}`);
    const titlesOf = (of: { specs: { title: string }[] }) => of.specs.map(({ title }) => title);
    expect([titlesOf(first), titlesOf(second)]).toEqual([
      ["a", "b"],
      ["c", "released"],
    ]);
    expect(second.specs[1]).toMatchObject({ status: "TODO", claim: null });
    expect(second).not.toHaveProperty("nextCursor");
  });

  it("shows the same readiness of a spec as its own page", async () => {
    const plan = await newPlan(world.bob, "/v1/projects/web");
    await newSpec(world.bob, plan, { status: "CANCELLED" });
    const spec = await newSpec(world.bob, plan, {
      title: "Reject an order without lines",
      content: "The API answers 400.\n\n## Acceptance criteria\n\n1. An order without lines answers 400.\n",
      effort: 2,
      needsFirst: ["SPEC-1"],
    });
    const { specs } = (await world.bob.get("/v1/next?projectSlug=web")).body;
    const found = specs.find((one: { id: string }) => one.id === spec.id);
    expect(found.readiness).toBe((await world.bob.get(spec.path)).body.spec.readiness);
  });

  it("fills a page past many waiting specs, and misses none", async () => {
    const { bob } = world;
    const slug = "long";
    await world.alice.post("/v1/projects", { name: "Long", slug });
    const plan = await newPlan(bob, `/v1/projects/${slug}`);
    const batch = (count: number, one: (n: number) => object) =>
      bob.post(`${plan.path}/specs/batch`, { specs: Array.from({ length: count }, (_, n) => one(n)) });
    await batch(1, () => ({ title: "first" }));
    await batch(300, (n) => ({ title: `waits ${n}`, needsFirst: ["SPEC-1"] }));
    await batch(2, (n) => ({ title: `last ${n}` }));
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const after: string = cursor ? `&cursor=${cursor}` : "";
      const { body } = await bob.get(`/v1/next?projectSlug=${slug}&limit=2${after}`);
      pages.push(body.specs.map((spec: { title: string }) => spec.title));
      cursor = body.nextCursor;
    } while (cursor);
    expect(pages).toEqual([["first", "last 0"], ["last 1"]]);
    expect(outcome(await bob.get(`/v1/next?projectSlug=web&cursor=${"x".repeat(20)}`))).toBe(
      "400 invalid_request",
    );
  });
});
