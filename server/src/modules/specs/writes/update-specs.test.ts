import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../../test/expect-error.ts";
import { setUpWorld } from "../../../../test/world.ts";

interface Spec {
  shortId: string;
  status: string;
  effort: number | null;
  readiness: number;
}

describe.each(databases)("$database: a change of several specs", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let plan: string;

  let plans = 0;
  const newPlan = async (specs: number) => {
    const { body } = await world.alice.post("/v1/projects/web/plans", { name: `Plan ${plans++}` });
    plan = `/v1/projects/web/plans/${body.plan.shortId}`;
    const wanted = Array.from({ length: specs }, (_, n) => ({ title: `Spec ${n + 1}` }));
    await world.alice.post(`${plan}/specs/batch`, { specs: wanted });
  };
  const specs = async (): Promise<Spec[]> => (await world.alice.get(`${plan}/specs`)).body.specs;
  const update = (specShortIds: string[], changes: object, who = world.alice) =>
    who.patch(`${plan}/specs`, { specShortIds, changes });

  beforeAll(async () => {
    await world.alice.post("/v1/projects", { name: "Web", slug: "web" });
  });

  it("sets status and effort of each, in the given order, with an event for each changed one", async () => {
    await newPlan(4);
    await world.alice.patch(plan, { status: "READY" });
    await update(["SPEC-2"], { status: "DONE" });
    const { body } = await update(["SPEC-3", "SPEC-2", "SPEC-3"], { status: "DONE", effort: 5 });
    expect(body.specs.map(({ shortId, status, effort }: Spec) => [shortId, status, effort])).toEqual([
      ["SPEC-3", "DONE", 5],
      ["SPEC-2", "DONE", 5],
    ]);
    expect(await specs()).toMatchObject([{ effort: null }, { effort: 5 }, { effort: 5 }, { status: "TODO" }]);
    const { entries } = (await world.alice.get("/v1/audit?type=spec.updated&limit=2")).body;
    expect(entries.map(({ data }: { data: object }) => data)).toEqual([
      { shortId: "SPEC-2", changed: ["effort"] },
      { shortId: "SPEC-3", changed: ["status", "effort"], from: "TODO", to: "DONE" },
    ]);
    expect((await world.alice.get(plan)).body.plan.status).toBe("BUILDING");
    await update(["SPEC-1", "SPEC-4"], { status: "CANCELLED" });
    expect((await world.alice.get(plan)).body.plan.status).toBe("DONE");
  });

  it("grades a spec by its new effort like a change of that spec alone", async () => {
    await newPlan(2);
    await world.alice.patch(`${plan}/specs/SPEC-1`, { effort: 2 });
    await update(["SPEC-2"], { effort: 2 });
    const [one, two] = await specs();
    expect(two?.readiness).toBe(one?.readiness);
  });

  it("changes none if one is unknown, and names all unknown ones", async () => {
    await newPlan(2);
    const answer = await update(["SPEC-1", "SPEC-9", "nothing"], { effort: 3 });
    expectError(answer, "not_found");
    expect(answer.body.error.details).toEqual([
      { path: "/specShortIds/1", message: "is no spec of this plan" },
      { path: "/specShortIds/2", message: "is no spec of this plan" },
    ]);
    expect((await specs()).map(({ effort }) => effort)).toEqual([null, null]);
  });

  it("needs one of the two fields, one to 500 specs, and the right to edit", async () => {
    await newPlan(1);
    expectInvalid(await update(["SPEC-1"], {}), ["/changes"]);
    expectInvalid(await update(["SPEC-1"], { title: "Other" }), ["/changes", "/changes/title"]);
    expectInvalid(await update([], { effort: 1 }), ["/specShortIds"]);
    expectInvalid(await update(Array(501).fill("SPEC-1"), { effort: 1 }), ["/specShortIds"]);
    expectError(await update(["SPEC-1"], { effort: 1 }, world.vera), "forbidden");
    expectError(await update(["SPEC-1"], { effort: 1 }, world.mallory), "not_found");
    await world.alice.post(`${plan}/archive`);
    expectError(await update(["SPEC-1"], { effort: 1 }), "plan_archived");
  });

  it("accepts 500 specs at once", async () => {
    await newPlan(500);
    const named = Array.from({ length: 500 }, (_, n) => `SPEC-${n + 1}`);
    const { body } = await update(named, { status: "IN_PROGRESS", effort: 2 });
    expect(body.specs).toHaveLength(500);
    expect(new Set(body.specs.map(({ status }: Spec) => status))).toEqual(new Set(["IN_PROGRESS"]));
  });
});
