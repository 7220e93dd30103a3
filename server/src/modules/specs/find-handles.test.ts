import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

describe.each(databases)("plans and specs by their handles, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  const web = "/v1/projects/web";
  const find = async (by: Person, ...handles: string[]) => {
    const answer = await by.get(`/v1/handles?handles=${encodeURIComponent(handles.join(","))}`);
    expect(outcome(answer)).toBe("200");
    return answer.body.items as { handle: string }[];
  };
  const found = async (by: Person, ...handles: string[]) =>
    (await find(by, ...handles)).map(({ handle }) => handle);

  it("have title and state as they are now, in the order asked for, each once", async () => {
    const { alice, bob } = world;
    await alice.post("/v1/projects", { name: "App" });
    const checkout = await newPlan(bob, web, { name: "Checkout" });
    const offline = await newPlan(bob, "/v1/projects/app", { name: "Offline" });
    const spec = await newSpec(bob, checkout, { title: "Pay" });
    const handle = `${checkout.shortId}/SPEC-1`;
    const asked = [handle, offline.shortId, checkout.shortId, handle];
    const place = { archivedAt: null, projectSlug: "web", planShortId: checkout.shortId };
    expect(await find(bob, ...asked)).toEqual([
      { handle, kind: "spec", title: "Pay", status: "TODO", ...place, specShortId: "SPEC-1" },
      {
        handle: offline.shortId,
        kind: "plan",
        title: "Offline",
        status: "PLANNING",
        archivedAt: null,
        projectSlug: "app",
        planShortId: offline.shortId,
      },
      { handle: checkout.shortId, kind: "plan", title: "Checkout", status: "PLANNING", ...place },
    ]);
    await bob.patch(spec.path, { title: "Pay by card", status: "DONE" });
    await alice.patch(checkout.path, { name: "Till" });
    expect(await find(bob, handle, checkout.shortId)).toMatchObject([
      { title: "Pay by card", status: "DONE" },
      { title: "Till" },
    ]);
    await alice.post(`${checkout.path}/archive`);
    expect(await find(bob, handle)).toMatchObject([{ archivedAt: expect.any(String) }]);
  });

  it("are left out if they don't exist or can't be read, and handles that are malformed", async () => {
    const { bob, carol, mallory } = world;
    const hidden = await newPlan(bob, web, { name: "Hidden", visibility: "PRIVATE" });
    const part = await newPlan(bob, web, { name: "Part", parentPlanId: hidden.id });
    await newSpec(bob, hidden);
    await newSpec(bob, part);
    const gone = await newSpec(bob, hidden);
    await bob.delete(gone.path);
    const there = [hidden.shortId, `${hidden.shortId}/SPEC-1`, part.shortId, `${part.shortId}/SPEC-1`];
    const odd = ["", "PLAN", "SPEC-1", "PLAN-0", "PLAN-99999999999", `${hidden.shortId}/`];
    const none = [
      `${hidden.shortId}/SPEC-2`,
      `${hidden.shortId}/SPEC-1/SPEC-1`,
      `${hidden.shortId}/PLAN-1`,
      "PLAN-999",
    ];
    const asked = [...there, ...odd, ...none];
    expect(await found(bob, ...asked)).toEqual(there);
    expect(await found(carol, ...asked)).toEqual([]);
    expect(await found(mallory, ...asked)).toEqual([]);
    await bob.put(`${hidden.path}/shares/${carol.userId}`, { capability: "READ" });
    expect(await found(carol, ...asked)).toEqual(there);
  });

  it("are at most 100 at once", async () => {
    const plan = await newPlan(world.bob, web);
    const handles = Array.from({ length: 101 }, (_, index) => `${plan.shortId}/SPEC-${index + 1}`);
    expect(await found(world.bob, ...handles.slice(0, 100))).toEqual([]);
    const answer = await world.bob.get(`/v1/handles?handles=${handles.join(",")}`);
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(outcome(await world.bob.get("/v1/handles"))).toBe("400 invalid_request");
  });
});
