import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  let spec: Awaited<ReturnType<typeof newSpec>>;
  beforeEach(async () => {
    plan = await newPlan(world.bob, "/v1/projects/web");
    spec = await newSpec(world.bob, plan);
  });
  let labels = 0;
  const newLabel = async (name = `Label ${labels++}`) =>
    (await world.bob.post("/v1/labels", { name, color: "#1F6FEB" })).body.label;

  it("labels are members', unique in any case, and leave all specs when they are deleted", async () => {
    const name = `Bug ${labels++}`;
    const label = await newLabel(name);
    expect(outcome(await world.bob.post("/v1/labels", { name: name.toUpperCase(), color: "#000000" }))).toBe(
      "409 name_taken",
    );
    await world.bob.patch(spec.path, { labelIds: [label.id] });
    const list = await world.bob.get(`${plan.path}/specs`);
    const renamed = await world.carol.patch(`/v1/labels/${label.id}`, { name: `${name}!`, color: "#000000" });
    expect(renamed.body.label).toMatchObject({ name: `${name}!`, color: "#000000" });
    const etag = String(list.headers.etag);
    const again = await world.bob.get(`${plan.path}/specs`, { "if-none-match": etag });
    expect(again.body.specs[0].labels).toMatchObject([{ name: `${name}!` }]);
    expect(outcome(await world.bob.delete(`/v1/labels/${label.id}`))).toBe("200");
    expect((await world.bob.get(spec.path)).body.spec.labels).toEqual([]);
    expect(outcome(await world.bob.get(`/v1/specs?label=${label.id}`))).toBe("200");
    expect((await world.bob.get(`/v1/specs?label=${label.id}`)).body.specs).toEqual([]);
    const body = { color: "#12" };
    expect(outcome(await world.bob.post("/v1/labels", { name: "x", ...body }))).toBe("400 invalid_request");
  });

  it("viewers read labels and change none, and a workspace has 200 at most", async () => {
    const label = await newLabel();
    const { vera, bob } = world;
    expect((await vera.get("/v1/labels?limit=200")).body.labels).toContainEqual(label);
    expect(outcome(await vera.post("/v1/labels", { name: "x", color: "#000000" }))).toBe("403 forbidden");
    expect(outcome(await vera.patch(`/v1/labels/${label.id}`, { name: "x" }))).toBe("403 forbidden");
    const { length } = (await bob.get("/v1/labels?limit=200")).body.labels;
    for (let n = length; n < 200; n++) await newLabel();
    expect(outcome(await bob.post("/v1/labels", { name: "one more", color: "#000000" }))).toBe(
      "409 too_many_labels",
    );
  });
});
