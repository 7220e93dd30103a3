import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { accessRows, type Target } from "./access-rows.test-support.ts";
import { hashOfRows } from "./rows.test-support.ts";

type Call = [method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, body?: unknown];

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let mine: Target;
  let beside: Target;
  let foreign: Target;
  let specsBeside: { id: string }[];
  beforeAll(async () => {
    const { alice, mallory, bob, carol } = world;
    for (const owner of [alice, mallory]) {
      await owner.post("/v1/projects", { name: "Web" });
      await owner.post("/v1/projects", { name: "Shop" });
    }
    mine = await build(alice, 3, bob);
    beside = await build(alice, 5, carol);
    foreign = await build(mallory, 7, mallory);
    specsBeside = (await alice.get(`${beside.path}/specs`)).body.specs;
  });

  async function build(owner: Person, count: number, sharedWith: Person): Promise<Target> {
    const project = "/v1/projects/web";
    const plan = (await owner.post(`${project}/plans`, { name: "Plan" })).body.plan;
    const path = `${project}/plans/${plan.shortId}`;
    const specs = Array.from({ length: count }, (_, n) => ({ title: `s${n}` }));
    await owner.post(`${path}/specs/batch`, { specs });
    await owner.patch(`${path}/specs/SPEC-${count}`, { title: "again", needsFirst: ["SPEC-1"] });
    await owner.put(`${path}/shares/${sharedWith.userId}`, { capability: "READ" });
    const dependencyId = (await owner.get(`${path}/dependencies`)).body.dependencies[0].id;
    const { id, shortId: handle } = plan;
    return { project, path, id, handle, dependencyId, sharedWith: sharedWith.userId };
  }

  async function expectNotFound(calls: readonly Call[]) {
    const before = await hashOfRows(world);
    for (const [method, url, body] of calls) {
      const { status, body: answer } = await world.alice.send(method, url, body);
      expect({ method, url, body, status, code: answer.error?.code }).toEqual({
        method,
        url,
        body,
        status: 404,
        code: "not_found",
      });
    }
    expect(await hashOfRows(world)).toBe(before);
  }

  const specCalls = (path: string, handle: string): Call[] => [
    ["GET", `${path}/specs/${handle}`],
    ["PATCH", `${path}/specs/${handle}`, { title: "taken" }],
    ["DELETE", `${path}/specs/${handle}`],
    ["POST", `${path}/specs/${handle}/move`, { planId: mine.id }],
    ["GET", `${path}/specs/${handle}/versions`],
    ["GET", `${path}/specs/${handle}/versions/1`],
    ["POST", `${path}/specs/${handle}/versions/1/restore`],
  ];

  it("finds a spec only in its own plan", async () => {
    const ids = [specsBeside[0]?.id ?? "", "01890000-0000-7000-8000-000000000000"];
    const handles = ["SPEC-4", "SPEC-5", "SPEC-99999999999", "SPEC-0", "SPEC-01", "spec-1", "PLAN-1", "1"];
    await expectNotFound([...handles, ...ids].flatMap((handle) => specCalls(mine.path, handle)));
  });

  it("finds in bodies only specs of the path's plan, and only plans for fields of plans", async () => {
    const { path } = mine;
    const elsewhere = ["SPEC-5", specsBeside[0]?.id ?? "", mine.id, mine.dependencyId, ""];
    await expectNotFound(
      elsewhere.flatMap((spec): Call[] => [
        ["POST", `${path}/specs`, { title: "x", parentSpecId: spec }],
        ["POST", `${path}/specs`, { title: "x", needsFirst: [spec] }],
        ["POST", `${path}/specs/batch`, { specs: [{ title: "x", parentSpecId: spec }] }],
        ["PATCH", `${path}/specs/SPEC-1`, { parentSpecId: spec }],
        ["PATCH", `${path}/specs/SPEC-1`, { needsFirst: [spec] }],
        ["POST", `${path}/specs/reorder`, { specShortIds: ["SPEC-1", "SPEC-2", "SPEC-3", spec] }],
        ["POST", `${path}/dependencies`, { fromSpecId: spec, toSpecId: "SPEC-1" }],
      ]),
    );
    const notPlans = [
      "SPEC-1",
      specsBeside[0]?.id ?? "",
      mine.dependencyId,
      "",
      "PLAN-0",
      "PLAN-99999999999",
    ];
    await expectNotFound(
      notPlans.flatMap((plan): Call[] => [
        ["GET", `/v1/projects/web/plans?parent=${plan}`],
        ["POST", `${path}/specs/SPEC-1/move`, { planId: plan }],
        ["POST", `${path}/move`, { parentPlanId: plan }],
        ["POST", "/v1/projects/web/plans", { name: "x", parentPlanId: plan }],
        ["POST", `${path}/dependencies`, { fromPlanId: mine.id, toPlanId: plan }],
      ]),
    );
  });

  it("finds a dependency, a share and a version only under their own resource", async () => {
    const { path } = mine;
    await expectNotFound([
      ["DELETE", `${path}/dependencies/${beside.dependencyId}`],
      ["DELETE", `${path}/dependencies/${specsBeside[0]?.id}`],
      ["DELETE", `${path}/shares/${beside.sharedWith}`],
      ["DELETE", `${path}/shares/${mine.id}`],
      ...["0", "3", "01", "1.0", "0x1", "1e0", "-1", "2147483648", "99999999999", "latest"].flatMap(
        (seq): Call[] => [
          ["GET", `${path}/specs/SPEC-3/versions/${seq}`],
          ["POST", `${path}/specs/SPEC-3/versions/${seq}/restore`],
        ],
      ),
    ]);
  });

  it("finds a plan only in its own project", async () => {
    const before = await hashOfRows(world);
    const elsewhere = mine.path.replace("/web/", "/shop/");
    const outside = ["plans.list", "plans.create", "plans.find"];
    for (const row of accessRows.filter(({ id }) => !outside.includes(id))) {
      const there = { ...mine, project: "/v1/projects/shop", path: elsewhere };
      const answer = await row.send(world.alice, there, {
        harbour: beside.id,
        member: world.carol.userId,
      });
      expect({ id: row.id, status: answer.status }).toEqual({ id: row.id, status: 404 });
    }
    expect(await hashOfRows(world)).toBe(before);
    await expectNotFound([
      ["POST", "/v1/projects/shop/plans", { name: "x", parentPlanId: mine.id }],
      ["POST", "/v1/projects/shop/plans", { name: "x", parentPlanId: mine.handle }],
      ["GET", "/v1/projects/none/plans"],
    ]);
  });

  it("finds nothing of another workspace by its ids", async () => {
    const { path } = mine;
    const [spec] = (await world.mallory.get(`${foreign.path}/specs`)).body.specs;
    const { userId } = world.mallory;
    await expectNotFound([
      ["GET", `/v1/projects/web/plans?parent=${foreign.id}`],
      ["POST", "/v1/projects/web/plans", { name: "x", parentPlanId: foreign.id }],
      ["POST", `${path}/move`, { parentPlanId: foreign.id }],
      ["POST", `${path}/specs/SPEC-1/move`, { planId: foreign.id }],
      ["POST", `${path}/dependencies`, { fromPlanId: mine.id, toPlanId: foreign.id }],
      ["POST", `${path}/dependencies`, { fromSpecId: "SPEC-1", toSpecId: spec.id }],
      ["DELETE", `${path}/dependencies/${foreign.dependencyId}`],
      ["PUT", `${path}/shares/${userId}`, { capability: "READ" }],
      ["DELETE", `${path}/shares/${userId}`],
      ["POST", `${path}/owner`, { userId }],
      ["PATCH", `${path}/specs/SPEC-1`, { parentSpecId: spec.id }],
    ]);
  });
});
