import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { hashOfRows } from "../../plans/rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../../plans/scene.test-support.ts";

const project = "/v1/projects/web";
interface Listed {
  id: string;
  shortId: string;
  parentShortId: string | null;
  needsFirst: string[];
}

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  let target: Awaited<ReturnType<typeof newPlan>>;
  beforeEach(async () => {
    [plan, target] = [await newPlan(world.bob, project), await newPlan(world.bob, project)];
    const specs = ["one", "two", "three", "four"].map((title) => ({ title }));
    await world.bob.post(`${plan.path}/specs/batch`, { specs });
  });

  const specsOf = async ({ path }: { path: string }): Promise<Listed[]> =>
    (await world.bob.get(`${path}/specs`)).body.specs;
  const handles = async (of: { path: string }) => (await specsOf(of)).map(({ shortId }) => shortId);
  const idOf = async (handle: string) =>
    (await specsOf(plan)).find(({ shortId }) => shortId === handle)?.id ?? "";
  const edges = async (of: { path: string }) =>
    (await world.bob.get(`${of.path}/dependencies`)).body.dependencies;

  describe("reorder", () => {
    const reorder = (specShortIds: unknown) => world.bob.post(`${plan.path}/specs/reorder`, { specShortIds });

    it("puts all specs in the order given, by handle or id", async () => {
      const order = ["SPEC-4", "SPEC-2", "SPEC-1", "SPEC-3"];
      const { body } = await reorder(["SPEC-4", await idOf("SPEC-2"), "SPEC-1", "SPEC-3"]);
      expect(body.specs.map(({ shortId }: Listed) => shortId)).toEqual(order);
      expect(await specsOf(plan)).toEqual(body.specs);
      await newSpec(world.bob, plan);
      expect(await handles(plan)).toEqual([...order, "SPEC-5"]);
    });

    it("requires every spec exactly once", async () => {
      const before = await hashOfRows(world);
      const all = ["SPEC-1", "SPEC-2", "SPEC-3", "SPEC-4"];
      for (const [order, expected] of [
        [[], "400 invalid_request"],
        [all.slice(1), "400 invalid_request"],
        [[...all, "SPEC-1"], "400 invalid_request"],
        [["SPEC-1", "SPEC-1", "SPEC-3", "SPEC-4"], "400 invalid_request"],
        [[...all.slice(1), await idOf("SPEC-2")], "400 invalid_request"],
        [[...all, "SPEC-5"], "404 not_found"],
        [[...all, "nothing"], "404 not_found"],
        ["SPEC-1", "400 invalid_request"],
      ] as const) {
        const answer = await reorder(order);
        expect(outcome(answer)).toBe(expected);
        if (expected.startsWith("400")) expect(answer.body.error.details[0].path).toBe("/specShortIds");
      }
      expect(await hashOfRows(world)).toBe(before);
    });

    it("changes nothing if the order is the same, and leaves an empty plan empty", async () => {
      const before = await hashOfRows(world);
      expect(outcome(await reorder(["SPEC-1", "SPEC-2", "SPEC-3", "SPEC-4"]))).toBe("200");
      const empty = await world.bob.post(`${target.path}/specs/reorder`, { specShortIds: [] });
      expect(empty.body).toEqual({ specs: [] });
      expect(await hashOfRows(world)).toBe(before);
    });
  });

  describe("delete", () => {
    it("moves the children up, deletes the dependencies, and never reuses the number", async () => {
      const { bob } = world;
      await bob.patch(`${plan.path}/specs/SPEC-2`, { parentSpecId: "SPEC-1", needsFirst: ["SPEC-3"] });
      await bob.patch(`${plan.path}/specs/SPEC-3`, { parentSpecId: "SPEC-2" });
      await bob.patch(`${plan.path}/specs/SPEC-4`, { parentSpecId: "SPEC-2", needsFirst: ["SPEC-2"] });
      const there = await newSpec(bob, target);
      await bob.post(`${target.path}/dependencies`, { fromSpecId: there.id, toSpecId: await idOf("SPEC-2") });
      expect((await bob.delete(`${plan.path}/specs/SPEC-2`)).body).toEqual({ deleted: true });
      expect(await specsOf(plan)).toMatchObject([
        { shortId: "SPEC-1", parentShortId: null },
        { shortId: "SPEC-3", parentShortId: "SPEC-1" },
        { shortId: "SPEC-4", parentShortId: "SPEC-1", needsFirst: [] },
      ]);
      expect([...(await edges(plan)), ...(await edges(target))]).toEqual([]);
      expect((await bob.get(plan.path)).body.plan.specCount).toBe(3);
      await bob.delete(`${plan.path}/specs/SPEC-4`);
      expect((await newSpec(bob, plan)).shortId).toBe("SPEC-5");
      expect(outcome(await bob.delete(`${plan.path}/specs/SPEC-2`))).toBe("404 not_found");
    });

    it("honors If-Match", async () => {
      const path = `${plan.path}/specs/SPEC-1`;
      await world.bob.patch(path, { title: "again" });
      const before = await hashOfRows(world);
      const stale = await world.bob.delete(path, { "if-match": '"1"' });
      expect(outcome(stale)).toBe("412 precondition_failed");
      expect(await hashOfRows(world)).toBe(before);
      expect(outcome(await world.bob.delete(path, { "if-match": '"2"' }))).toBe("200");
    });
  });

  describe("move", () => {
    const move = (handle: string, planId: string) =>
      world.bob.post(`${plan.path}/specs/${handle}/move`, { planId });

    it("moves the spec with its id, text, versions and dependencies to the next handle of the other plan", async () => {
      const { bob } = world;
      await newSpec(bob, target);
      await bob.patch(`${plan.path}/specs/SPEC-2`, {
        title: "two!",
        content: "1. x",
        needsFirst: ["SPEC-1"],
      });
      await bob.patch(`${plan.path}/specs/SPEC-3`, { needsFirst: ["SPEC-2"] });
      const before = (await bob.get(`${plan.path}/specs/SPEC-2`)).body.spec;
      const versions = (await bob.get(`${plan.path}/specs/SPEC-2/versions`)).body;

      const { spec } = (await move("SPEC-2", target.shortId ?? "")).body;
      expect(spec).toMatchObject({ id: before.id, shortId: "SPEC-2", title: "two!", revision: 2 });
      expect(spec.needsFirst).toEqual([]);
      expect(await handles(plan)).toEqual(["SPEC-1", "SPEC-3", "SPEC-4"]);
      expect(await handles(target)).toEqual(["SPEC-1", "SPEC-2"]);
      expect((await bob.get(`${target.path}/specs/SPEC-2/versions`)).body).toEqual(versions);
      expect(await edges(target)).toMatchObject([{ fromSpecId: before.id, toSpecId: await idOf("SPEC-1") }]);
      expect(await edges(plan)).toMatchObject([{ fromSpecId: await idOf("SPEC-3"), toSpecId: before.id }]);
      expect((await bob.get(plan.path)).body.plan.specCount).toBe(3);
      expect((await bob.get(target.path)).body.plan.specCount).toBe(2);

      const back = await bob.post(`${target.path}/specs/SPEC-2/move`, { planId: plan.id });
      expect(back.body.spec).toMatchObject({ shortId: "SPEC-5", needsFirst: ["SPEC-1"] });
      expect((await specsOf(plan))[1]).toMatchObject({ shortId: "SPEC-3", needsFirst: ["SPEC-5"] });
    });

    it("leaves the children behind, which move up, and loses the parent", async () => {
      const { bob } = world;
      await bob.patch(`${plan.path}/specs/SPEC-2`, { parentSpecId: "SPEC-1" });
      await bob.patch(`${plan.path}/specs/SPEC-3`, { parentSpecId: "SPEC-2" });
      expect((await move("SPEC-2", target.id)).body.spec.parentSpecId).toBe(null);
      expect((await specsOf(plan))[1]).toMatchObject({ shortId: "SPEC-3", parentShortId: "SPEC-1" });
    });

    it("needs EDIT of both plans, which must not be archived", async () => {
      const { alice, bob, carol } = world;
      const secret = await newPlan(bob, project, { visibility: "PRIVATE" });
      await bob.put(`${secret.path}/shares/${carol.userId}`, { capability: "READ" });
      const path = `${plan.path}/specs/SPEC-1/move`;
      expect(outcome(await carol.post(path, { planId: secret.id }))).toBe("403 forbidden");
      expect(outcome(await alice.post(path, { planId: secret.id }))).toBe("404 not_found");
      await bob.post(`${secret.path}/archive`);
      expect(outcome(await carol.post(path, { planId: secret.id }))).toBe("403 forbidden");
      expect(outcome(await bob.post(path, { planId: secret.id }))).toBe("409 plan_archived");
      await bob.post(`${plan.path}/archive`);
      expect(outcome(await bob.post(path, { planId: target.id }))).toBe("409 plan_archived");
    });

    it("changes nothing when the spec is in that plan already", async () => {
      const before = await hashOfRows(world);
      expect((await move("SPEC-1", plan.id)).body.spec.shortId).toBe("SPEC-1");
      expect(await hashOfRows(world)).toBe(before);
    });
  });
});
