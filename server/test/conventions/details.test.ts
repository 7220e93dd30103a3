import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { setUpWorld } from "../world.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  const plan = "/v1/projects/web/plans/PLAN-1";
  const specs = `${plan}/specs`;
  beforeAll(async () => {
    const { alice } = world;
    for (const name of ["Web", "Other"]) await alice.post("/v1/projects", { name });
    for (const name of ["Plan", "Archived", "Moving"]) await alice.post("/v1/projects/web/plans", { name });
    await alice.post("/v1/projects/web/plans", { name: "Below", parentPlanId: "PLAN-1" });
    for (const title of ["One", "Two"]) await alice.post(specs, { title });
    await alice.post("/v1/projects/web/plans/PLAN-2/archive");
  });

  const nowhere = "SPEC-99";
  it.each([
    ["not_found", "POST", "/v1/projects/web/plans", { name: "P", parentPlanId: "PLAN-99" }, "/parentPlanId"],
    [
      "plan_archived",
      "POST",
      "/v1/projects/web/plans",
      { name: "P", parentPlanId: "PLAN-2" },
      "/parentPlanId",
    ],
    [
      "not_root",
      "POST",
      "/v1/projects/web/plans",
      { name: "P", parentPlanId: "PLAN-1", visibility: "TEAM" },
      "/visibility",
    ],
    ["not_root", "PATCH", "/v1/projects/web/plans/PLAN-4", { visibility: "PRIVATE" }, "/visibility"],
    ["invalid_transition", "PATCH", plan, { status: "DONE" }, "/status"],
    ["not_found", "POST", "/v1/projects/web/plans/PLAN-3/move", { parentPlanId: "PLAN-99" }, "/parentPlanId"],
    [
      "plan_archived",
      "POST",
      "/v1/projects/web/plans/PLAN-3/move",
      { parentPlanId: "PLAN-2" },
      "/parentPlanId",
    ],
    ["not_found", "POST", `${plan}/owner`, { userId: "nobody" }, "/userId"],
    ["slug_taken", "POST", "/v1/projects", { name: "Web", slug: "web" }, "/slug"],
    ["slug_taken", "PATCH", "/v1/projects/other", { slug: "web" }, "/slug"],
    ["not_found", "POST", specs, { title: "S", needsFirst: ["SPEC-1", nowhere] }, "/needsFirst/1"],
    ["not_found", "POST", specs, { title: "S", parentSpecId: nowhere }, "/parentSpecId"],
    [
      "not_found",
      "POST",
      `${specs}/batch`,
      { specs: [{ title: "S" }, { title: "T", needsFirst: [nowhere] }] },
      "/specs/1/needsFirst/0",
    ],
    ["not_found", "PATCH", `${specs}/SPEC-2`, { needsFirst: ["SPEC-1", nowhere] }, "/needsFirst/1"],
    ["not_found", "PATCH", `${specs}/SPEC-2`, { parentSpecId: nowhere }, "/parentSpecId"],
    ["not_found", "POST", `${specs}/SPEC-2/move`, { planId: "PLAN-99" }, "/planId"],
    ["plan_archived", "POST", `${specs}/SPEC-2/move`, { planId: "PLAN-2" }, "/planId"],
    ["not_found", "POST", `${specs}/reorder`, { specShortIds: ["SPEC-2", nowhere] }, "/specShortIds/1"],
    ["not_found", "POST", `${plan}/dependencies`, { fromSpecId: nowhere, toSpecId: "SPEC-1" }, "/fromSpecId"],
    ["not_found", "POST", `${plan}/dependencies`, { fromSpecId: "SPEC-1", toSpecId: nowhere }, "/toSpecId"],
    [
      "not_found",
      "POST",
      `${plan}/dependencies`,
      { fromPlanId: "PLAN-99", toPlanId: "PLAN-1" },
      "/fromPlanId",
    ],
    ["not_found", "POST", `${plan}/dependencies`, { fromPlanId: "PLAN-1", toPlanId: "PLAN-99" }, "/toPlanId"],
    [
      "plan_archived",
      "POST",
      `${plan}/dependencies`,
      { fromPlanId: "PLAN-1", toPlanId: "PLAN-2" },
      "/toPlanId",
    ],
    [
      "not_connected",
      "PUT",
      "/v1/projects/web/tracker",
      { provider: "tracker_c", target: { repository: "a/b" } },
      "/provider",
    ],
    ["not_connected", "POST", `${plan}/push`, { provider: "tracker_c" }, "/provider"],
    ["not_found", "POST", `${plan}/push`, { specShortIds: ["SPEC-1", nowhere] }, "/specShortIds/1"],
  ] as const)("%s of %s %s %j names the field that caused it", async (code, method, path, body, at) => {
    const answer = await world.alice.send(method, path, body);
    expectError(answer, code);
    const { message, details } = answer.body.error;
    expect(details).toEqual([{ path: at, message: expect.stringMatching(/^\S.*\.$/) }]);
    expect(message).toBe(`${at}: ${details[0].message}`);
  });

  it("a 404 or 409 caused by the path has no details", async () => {
    for (const [code, answer] of [
      ["not_found", await world.alice.patch("/v1/projects/web/plans/PLAN-99", { name: "N" })],
      ["plan_archived", await world.alice.patch("/v1/projects/web/plans/PLAN-2", { name: "N" })],
    ] as const) {
      expectError(answer, code);
      expect(answer.body.error.details).toBeUndefined();
    }
  });
});
