import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { hashOfRows } from "../../plans/rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../../plans/scene.test-support.ts";

const project = "/v1/projects/web";
const titles = (count: number) => Array.from({ length: count }, (_, n) => ({ title: `spec ${n}` }));

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeEach(async () => {
    plan = await newPlan(world.bob, project);
  });

  const batch = (specs: unknown[]) => world.bob.post(`${plan.path}/specs/batch`, { specs });

  async function expectNothing(specs: unknown[], expected: string, path?: string) {
    const before = await hashOfRows(world);
    const answer = await batch(specs);
    expect(outcome(answer)).toBe(expected);
    const { details } = answer.body.error;
    if (path) expect((Array.isArray(details) ? details[0] : details).path).toBe(path);
    expect(await hashOfRows(world)).toBe(before);
    return answer.body.error;
  }

  it("creates 500 specs in their order with one request, each with its first version", async () => {
    const { body } = await batch(titles(500));
    expect(body.specs.map((spec: { shortId: string }) => spec.shortId)).toEqual(
      titles(500).map((_, n) => `SPEC-${n + 1}`),
    );
    expect((await world.bob.get(plan.path)).body.plan.specCount).toBe(500);
    const listed = (await world.bob.get(`${plan.path}/specs?limit=200`)).body.specs;
    expect(listed).toEqual(body.specs.slice(0, 200));
    const versions = await world.bob.get(`${plan.path}/specs/SPEC-500/versions`);
    expect(versions.body.versions).toMatchObject([{ seq: 1, version: 1, op: "edit", actor: "bob" }]);
  });

  it("creates none of 500 specs if one is wrong, and names that one", async () => {
    const bad = (at: number, body: object) =>
      titles(500).map((spec, n) => (n === at ? { ...spec, ...body } : spec));
    await expectNothing(bad(317, { title: "" }), "400 invalid_request", "/specs/317/title");
    await expectNothing(bad(499, { effort: 9 }), "400 invalid_request", "/specs/499/effort");
    const unknown = bad(250, { needsFirst: ["SPEC-1", "SPEC-7"] });
    await expectNothing(unknown, "404 not_found", "/specs/250/needsFirst/0");
    await expectNothing(bad(3, { parentSpecId: "x" }), "404 not_found", "/specs/3/parentSpecId");
    await expectNothing(titles(501), "400 invalid_request", "/specs");
    await expectNothing([], "400 invalid_request", "/specs");
    expect((await newSpec(world.bob, plan)).shortId).toBe("SPEC-1");
  });

  it("names the position of a wrong spec also in a batch of one", async () => {
    await expectNothing([{ title: "a", needsFirst: ["b"] }], "404 not_found", "/specs/0/needsFirst/0");
    const single = await world.bob.post(`${plan.path}/specs`, { title: "a", needsFirst: ["b"] });
    expect(single.body.error.details[0].path).toBe("/needsFirst/0");
  });

  it("resolves refs forward and backward, as well as handles and ids of the plan", async () => {
    const old = await newSpec(world.bob, plan);
    const { body } = await batch([
      { title: "a", ref: "a", needsFirst: ["c", "SPEC-1"], parentSpecId: "c" },
      { title: "b", ref: "b", needsFirst: ["a", old.id], parentSpecId: "SPEC-1" },
      { title: "c", ref: "c" },
    ]);
    const [a, b, c] = body.specs;
    expect(a).toMatchObject({
      needsFirst: ["SPEC-1", "SPEC-4"],
      parentSpecId: c.id,
      parentShortId: "SPEC-4",
    });
    expect(b).toMatchObject({ needsFirst: ["SPEC-1", "SPEC-2"], parentSpecId: old.id });
    expect(c).toMatchObject({ needsFirst: [], parentSpecId: null });
    for (const spec of body.specs) {
      const single = (await world.bob.get(`${plan.path}/specs/${spec.shortId}`)).body.spec;
      expect(single).toMatchObject(spec);
    }
  });

  it("accepts any string as a ref, and a ref takes precedence over a handle", async () => {
    await newSpec(world.bob, plan);
    const { body } = await batch([
      { title: "a", ref: "SPEC-1" },
      { title: "b", needsFirst: ["SPEC-1", ""] },
      { title: "c", ref: "" },
      { title: "d", ref: "__proto__", needsFirst: [] },
      { title: "e", needsFirst: ["__proto__"] },
    ]);
    expect(body.specs[1].needsFirst).toEqual(["SPEC-2", "SPEC-4"]);
    expect(body.specs[4].needsFirst).toEqual(["SPEC-5"]);
  });

  it("forgets refs after the batch", async () => {
    await batch([{ title: "a", ref: "a" }]);
    await expectNothing([{ title: "b", needsFirst: ["a"] }], "404 not_found", "/specs/0/needsFirst/0");
  });

  it("refuses a ref that is used twice", async () => {
    const twice = [{ title: "a", ref: "x" }, { title: "b" }, { title: "c", ref: "x" }];
    await expectNothing(twice, "400 invalid_request", "/specs/2/ref");
  });

  it("refuses a cycle of refs, in needs and in parents, with the refs in it", async () => {
    const cycle = (field: (to: string) => object) => [
      { title: "out", ref: "out", ...field("a") },
      { title: "a", ref: "a", ...field("b") },
      { title: "b", ref: "b", ...field("c") },
      { title: "c", ref: "c", ...field("a") },
    ];
    for (const field of [(to: string) => ({ needsFirst: [to] }), (to: string) => ({ parentSpecId: to })]) {
      const error = await expectNothing(cycle(field), "409 dependency_cycle");
      expect(error.details.cycle).toEqual(["a", "b", "c"]);
      const self = await expectNothing([{ title: "a", ref: "a", ...field("a") }], "409 dependency_cycle");
      expect(self.details.cycle).toEqual(["a"]);
    }
  });

  it("creates a chain of 500 specs that need each other", async () => {
    const chain = titles(500).map((spec, n) => ({
      ...spec,
      ref: `r${n}`,
      ...(n < 499 ? { needsFirst: [`r${n + 1}`], parentSpecId: `r${n + 1}` } : {}),
    }));
    expect(outcome(await batch(chain))).toBe("201");
    const back = await world.bob.patch(`${plan.path}/specs/SPEC-500`, { needsFirst: ["SPEC-1"] });
    expect(back.body.error.details.cycle).toHaveLength(500);
  });
});
