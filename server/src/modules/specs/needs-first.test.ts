import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeEach(async () => {
    plan = await newPlan(world.bob, project);
    const specs = ["one", "two", "three", "four"].map((title) => ({ title }));
    await world.bob.post(`${plan.path}/specs/batch`, { specs });
  });

  const needs = async (handle: string, needsFirst: string[]) =>
    world.bob.patch(`${plan.path}/specs/${handle}`, { needsFirst });
  const edges = async () => (await world.bob.get(`${plan.path}/dependencies`)).body.dependencies;

  it("answers a PATCH of needs like the next read, with the same ETag", async () => {
    const plan = await newPlan(world.bob, project);
    await newSpec(world.bob, plan);
    const spec = await newSpec(world.bob, plan);
    const written = await world.bob.patch(spec.path, { needsFirst: ["SPEC-1"] });
    const read = await world.bob.get(spec.path);
    expect([read.body, read.headers.etag]).toEqual([written.body, written.headers.etag]);
  });

  it("answers handles in numerical order, each once, also when ids were sent", async () => {
    const { specs } = (await world.bob.get(`${plan.path}/specs`)).body;
    const answer = await needs("SPEC-1", [specs[3].id, "SPEC-2", "SPEC-4", "SPEC-2"]);
    expect(answer.body.spec.needsFirst).toEqual(["SPEC-2", "SPEC-4"]);
    expect(await edges()).toMatchObject([
      { fromSpecId: specs[0].id, toSpecId: specs[3].id, fromPlanId: null, toPlanId: null },
      { fromSpecId: specs[0].id, toSpecId: specs[1].id },
    ]);
    const list = (await world.bob.get(`${plan.path}/specs`)).body.specs;
    expect(list.map((spec: { needsFirst: string[] }) => spec.needsFirst)).toEqual([
      ["SPEC-2", "SPEC-4"],
      [],
      [],
      [],
    ]);
  });

  it("replaces the spec's needs; a dependency that stays keeps its id", async () => {
    await needs("SPEC-1", ["SPEC-2", "SPEC-3"]);
    const [, kept] = await edges();
    expect((await needs("SPEC-1", ["SPEC-3", "SPEC-4"])).body.spec.needsFirst).toEqual(["SPEC-3", "SPEC-4"]);
    expect((await edges())[0]).toEqual(kept);
    expect((await needs("SPEC-1", [])).body.spec.needsFirst).toEqual([]);
    expect(await edges()).toEqual([]);
  });

  it("leaves needs in other plans to /dependencies, and keeps them", async () => {
    const other = await newPlan(world.bob, project);
    const there = await newSpec(world.bob, other);
    const link = { fromSpecId: "SPEC-1", toSpecId: there.id };
    const { dependency } = (await world.bob.post(`${plan.path}/dependencies`, link)).body;
    expect((await needs("SPEC-1", ["SPEC-2"])).body.spec.needsFirst).toEqual(["SPEC-2"]);
    expect((await needs("SPEC-1", [])).body.spec.needsFirst).toEqual([]);
    expect(await edges()).toEqual([dependency]);
    expect(outcome(await needs("SPEC-1", [there.id]))).toBe("404 not_found");
  });

  it("refuses a cycle, names its handles so that each needs the next, and writes nothing", async () => {
    await needs("SPEC-1", ["SPEC-2"]);
    await needs("SPEC-2", ["SPEC-3"]);
    const before = await hashOfRows(world);
    for (const [handle, need, cycle] of [
      ["SPEC-3", "SPEC-1", ["SPEC-3", "SPEC-1", "SPEC-2"]],
      ["SPEC-2", "SPEC-1", ["SPEC-2", "SPEC-1"]],
      ["SPEC-1", "SPEC-1", ["SPEC-1"]],
    ] as const) {
      const answer = await needs(handle, ["SPEC-4", need]);
      expect(outcome(answer)).toBe("409 dependency_cycle");
      expect(answer.body.error.details.cycle).toEqual(cycle);
    }
    expect(await hashOfRows(world)).toBe(before);
  });

  it("reverses a dependency by one PATCH of each spec", async () => {
    await needs("SPEC-1", ["SPEC-2"]);
    expect(outcome(await needs("SPEC-2", ["SPEC-1"]))).toBe("409 dependency_cycle");
    await needs("SPEC-1", []);
    expect((await needs("SPEC-2", ["SPEC-1"])).body.spec.needsFirst).toEqual(["SPEC-1"]);
  });

  it("checks for unknown needs (404) before the right (403) and the archive (409)", async () => {
    const { bob, vera } = world;
    const path = `${plan.path}/specs`;
    const unknown = { title: "x", needsFirst: ["SPEC-99"] };
    expect(outcome(await vera.post(path, unknown))).toBe("404 not_found");
    expect(outcome(await vera.post(`${path}/batch`, { specs: [unknown] }))).toBe("404 not_found");
    expect(outcome(await vera.patch(`${path}/SPEC-1`, unknown))).toBe("404 not_found");
    expect(outcome(await vera.post(`${path}/reorder`, { specShortIds: ["SPEC-99"] }))).toBe("404 not_found");
    await bob.post(`${plan.path}/archive`);
    for (const answer of [
      await bob.post(path, unknown),
      await bob.post(`${path}/batch`, { specs: [unknown] }),
      await bob.patch(`${path}/SPEC-1`, unknown),
      await bob.post(`${path}/reorder`, { specShortIds: ["SPEC-99"] }),
    ])
      expect(outcome(answer)).toBe("404 not_found");
  });
});
