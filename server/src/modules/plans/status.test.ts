import { type PlanStatus, planStatus } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { half } from "../../../test/half.ts";
import { setUpWorld } from "../../../test/world.ts";
import type { Db } from "../../storage/dialect.ts";
import { openSecondConnection } from "./direct.test-support.ts";
import { hashOfRows } from "./rows.test-support.ts";
import { newPlan, newSpec, outcome } from "./scene.test-support.ts";

const project = "/v1/projects/web";
const statuses = planStatus.options;

/**
 * The status changes that a PATCH may make to a plan with an open spec (decisions section 3, plan
 * transitions).
 */
const byPatch: Record<PlanStatus, PlanStatus[]> = {
  PLANNING: ["PLANNING", "READY"],
  READY: ["PLANNING", "READY", "BUILDING"],
  PUSHED: ["PUSHED", "BUILDING"],
  BUILDING: ["READY", "BUILDING"],
  DONE: ["DONE"],
};
const pairs = statuses.flatMap((from) => statuses.map((to) => ({ from, to })));

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let direct: Db;
  beforeAll(async () => {
    direct = openSecondConnection(world, "write");
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  afterAll(() => direct.destroy());

  async function planIn(status: PlanStatus) {
    const plan = await newPlan(world.bob, project);
    await direct.updateTable("plans").set({ status }).where("id", "=", plan.id).execute();
    return plan;
  }
  const statusOf = async ({ path }: { path: string }) => (await world.bob.get(path)).body.plan.status;
  const changes = async ({ id }: { id: string }) => {
    const events = direct.selectFrom("events").select("data").where("type", "=", "plan.status_changed");
    const rows = await events.where("subject_id", "=", id).orderBy("seq").execute();
    return rows.map(({ data }) => Object.values(JSON.parse(data)).join(" → "));
  };

  it.each(half(pairs, create))(
    "lets a PATCH go from $from to $to only if the table allows it",
    async ({ from, to }) => {
      const plan = await planIn(from);
      await newSpec(world.bob, await newPlan(world.bob, project));
      const before = await hashOfRows(world);
      const answer = await world.bob.patch(plan.path, { status: to });
      if (!byPatch[from].includes(to)) {
        expect(outcome(answer)).toBe("409 invalid_transition");
        expect(await hashOfRows(world)).toBe(before);
        return;
      }
      expect(answer.body.plan).toMatchObject({ status: to, statusLabel: to[0] + to.slice(1).toLowerCase() });
      expect(await changes(plan)).toEqual(from === to ? [] : [`${from} → ${to}`]);
    },
  );

  it.each(statuses)("lets a PATCH go from %s to DONE when there is a spec and all are done", async (from) => {
    const plan = await planIn("PLANNING");
    await newSpec(world.bob, plan, { status: "DONE" });
    await newSpec(world.bob, plan, { status: "CANCELLED" });
    await direct.updateTable("plans").set({ status: from }).where("id", "=", plan.id).execute();
    expect((await world.bob.patch(plan.path, { status: "DONE" })).body.plan.status).toBe("DONE");
  });

  it.each([
    ["PLANNING", "PLANNING"],
    ["READY", "BUILDING"],
    ["PUSHED", "BUILDING"],
    ["BUILDING", "BUILDING"],
  ] as const)("goes from %s to %s when the first item starts", async (from, to) => {
    const { bob } = world;
    const patched = await planIn(from);
    const spec = await newSpec(bob, patched);
    expect(await statusOf(patched)).toBe(from);
    await bob.patch(spec.path, { status: "IN_PROGRESS" });

    const created = await planIn(from);
    await newSpec(bob, created, { status: "IN_PROGRESS" });

    const batch = await planIn(from);
    await bob.post(`${batch.path}/specs/batch`, {
      specs: [{ title: "a" }, { title: "b", status: "IN_PROGRESS" }],
    });
    const movedTo = await planIn(from);
    await bob.post(`${spec.path}/move`, { planId: movedTo.id });

    const doneAtOnce = await planIn(from);
    await newSpec(bob, doneAtOnce);
    await bob.patch((await newSpec(bob, doneAtOnce)).path, { status: "DONE" });

    for (const plan of [patched, created, batch, movedTo, doneAtOnce]) {
      expect(await statusOf(plan)).toBe(to);
      expect(await changes(plan)).toEqual(from === to ? [] : [`${from} → ${to}`]);
    }
  });

  it("doesn't count a cancelled spec as a start", async () => {
    const plan = await planIn("READY");
    await newSpec(world.bob, plan);
    await world.bob.patch((await newSpec(world.bob, plan)).path, { status: "CANCELLED" });
    expect(await statusOf(plan)).toBe("READY");
  });

  it.each(["PLANNING", "READY", "PUSHED", "BUILDING"] as const)(
    "goes from %s to DONE by itself once the last open spec is done, cancelled, deleted or moved away",
    async (from) => {
      const { bob } = world;
      const elsewhere = await newPlan(bob, project);
      const ends = [
        (path: string) => bob.patch(path, { status: "DONE" }),
        (path: string) => bob.patch(path, { status: "CANCELLED" }),
        (path: string) => bob.delete(path),
        (path: string) => bob.post(`${path}/move`, { planId: elsewhere.id }),
      ];
      for (const end of ends) {
        const plan = await planIn(from);
        const open = await newSpec(bob, plan);
        await newSpec(bob, plan, { status: "CANCELLED" });
        expect(await statusOf(plan)).toBe(from);
        await end(open.path);
        expect(await statusOf(plan)).toBe("DONE");
        expect(await changes(plan)).toEqual([`${from} → DONE`]);
      }
    },
  );

  it("is never DONE without a spec", async () => {
    const plan = await planIn("BUILDING");
    const spec = await newSpec(world.bob, plan);
    await world.bob.delete(spec.path);
    expect(await statusOf(plan)).toBe("BUILDING");
    expect(outcome(await world.bob.patch(plan.path, { status: "DONE" }))).toBe("409 invalid_transition");
  });

  it("goes from DONE back to BUILDING when a spec is reopened, added or moved in", async () => {
    const { bob } = world;
    const source = await newPlan(bob, project);
    const reopen = [
      (plan: { path: string }) => bob.patch(`${plan.path}/specs/SPEC-1`, { status: "TODO" }),
      (plan: { path: string }) => bob.patch(`${plan.path}/specs/SPEC-1`, { status: "IN_PROGRESS" }),
      (plan: { path: string }) => newSpec(bob, plan),
      (plan: { path: string }) => bob.post(`${plan.path}/specs/batch`, { specs: [{ title: "x" }] }),
      async (plan: { id: string }) =>
        bob.post(`${(await newSpec(bob, source)).path}/move`, { planId: plan.id }),
    ];
    for (const again of reopen) {
      const plan = await planIn("PLANNING");
      await newSpec(bob, plan, { status: "DONE" });
      expect(await statusOf(plan)).toBe("DONE");
      await again(plan);
      expect(await statusOf(plan)).toBe("BUILDING");
      expect(await changes(plan)).toEqual(["PLANNING → DONE", "DONE → BUILDING"]);
    }
  });

  it("stays DONE when a done spec is added, edited or cancelled", async () => {
    const { bob } = world;
    const plan = await planIn("PLANNING");
    const spec = await newSpec(bob, plan, { status: "DONE" });
    await newSpec(bob, plan, { status: "CANCELLED" });
    await bob.patch(spec.path, { title: "edited" });
    await bob.patch(spec.path, { status: "CANCELLED" });
    expect(await statusOf(plan)).toBe("DONE");
  });
});
