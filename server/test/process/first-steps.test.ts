import { describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { setUpWorld } from "../world.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);

  it("takes a person from a project to specs with criteria and dependencies and back", async () => {
    const { alice } = world;
    const project = await alice.post("/v1/projects", { name: "Web" });
    expect(project.status).toBe(201);
    const plan = await alice.post("/v1/projects/web/plans", { name: "Launch" });
    expect(plan.body.plan).toMatchObject({ shortId: "PLAN-1", capability: "OWN" });
    const sub = await alice.post("/v1/projects/web/plans", { name: "Sub", parentPlanId: "PLAN-1" });
    expect(sub.body.plan).toMatchObject({ parentPlanId: plan.body.plan.id, visibility: null });
    const first = await alice.post("/v1/projects/web/plans/PLAN-1/specs", {
      title: "First",
      content: "## Acceptance criteria\n1. AC-1: works\n2. more",
    });
    expect(first.status).toBe(201);
    const second = await alice.post("/v1/projects/web/plans/PLAN-1/specs", {
      title: "Second",
      needsFirst: ["SPEC-1"],
      effort: 4,
      readiness: 3,
    });
    expect(second.body.spec.needsFirst).toEqual(["SPEC-1"]);
    const read = await alice.get("/v1/projects/web/plans/PLAN-1/specs/SPEC-1");
    expect(read.body.spec.acceptanceCriteria).toMatchObject([
      { id: "AC-1", text: "works" },
      { id: null, text: "more" },
    ]);
    const list = await alice.get("/v1/projects/web/plans/PLAN-1/specs");
    expect(list.body.specs).toHaveLength(2);
    const tree = await alice.get("/v1/projects/web/plans/PLAN-1/tree");
    expect(tree.body.children).toHaveLength(1);
    const cycle = await alice.post("/v1/projects/web/plans/PLAN-1/dependencies", {
      fromSpecId: "SPEC-1",
      toSpecId: "SPEC-2",
    });
    expect(cycle.status).toBe(409);
    expect(cycle.body.error.details.cycle).toEqual(["SPEC-1", "SPEC-2"]);
  });
});
