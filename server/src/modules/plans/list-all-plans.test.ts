import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "./scene.test-support.ts";

describe.each(databases)("the plans of all projects, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });

  it("are those that the caller can read, the oldest first, by project, status, and whether they are done", async () => {
    const { alice, bob, carol } = world;
    const web = "/v1/projects/web";
    const app = "/v1/projects/app";
    await alice.post("/v1/projects", { name: "App" });
    const inApp = await newPlan(bob, app, { name: "Offline" });
    const checkout = await newPlan(bob, web, { name: "Checkout", description: "A text." });
    await newSpec(bob, checkout);
    const part = await newPlan(bob, web, { name: "Refunds", parentPlanId: checkout.id });
    await newSpec(bob, part, { status: "DONE" });
    const hidden = await newPlan(bob, web, { name: "Hidden", visibility: "PRIVATE" });
    const archived = await newPlan(bob, web, { name: "Archived" });
    await alice.post(`${archived.path}/archive`);

    const list = async (query = "", by = bob) => {
      const answer = await by.get(`/v1/plans${query}`);
      expect(outcome(answer)).toBe("200");
      return answer.body.plans as { shortId: string }[];
    };
    const handles = async (query?: string, by = bob) => (await list(query, by)).map(({ shortId }) => shortId);
    expect((await list())[1]).toEqual({
      projectSlug: "web",
      shortId: checkout.shortId,
      name: "Checkout",
      status: "PLANNING",
      specCount: 1,
    });
    const all = [inApp.shortId, checkout.shortId, part.shortId, hidden.shortId];
    expect(await handles()).toEqual(all);
    expect(await handles("", carol)).toEqual(all.filter((handle) => handle !== hidden.shortId));
    expect(await handles("?open=true")).toEqual(all.filter((handle) => handle !== part.shortId));
    expect(await handles("?status=DONE")).toEqual([part.shortId]);
    expect(await handles("?projectSlug=app")).toEqual([inApp.shortId]);
    expect(outcome(await bob.get("/v1/plans?projectSlug=none"))).toBe("404 not_found");
    expect(outcome(await bob.get("/v1/plans?status=TODO"))).toBe("400 invalid_request");
  });
});
