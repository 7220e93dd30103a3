import type { Capability } from "@groundplan/contract";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Answer, type Person, setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "./rows.test-support.ts";

const rank: Record<Capability, number> = { NONE: 0, READ: 1, EDIT: 2, OWN: 3 };

interface PlanSeen {
  id: string;
  path: string;
}
interface Scene {
  project: string;
  plan: PlanSeen;
  other: PlanSeen;
  spec: { handle: string; id: string };
  person: string;
}
type Action = (by: Person, scene: Scene) => Promise<Answer>;

/** Actions on plans. All but the first two write to `plan`. */
const actions = {
  team: (by, { project }) => by.post(`${project}/plans`, { name: "Team" }),
  private: (by, { project }) => by.post(`${project}/plans`, { name: "Private", visibility: "PRIVATE" }),
  below: (by, { project, plan }) => by.post(`${project}/plans`, { name: "Below", parentPlanId: plan.id }),
  move: (by, { plan, other }) => by.post(`${plan.path}/move`, { parentPlanId: other.id }),
  moveAgain: (by, { plan, other }) => by.post(`${plan.path}/move`, { parentPlanId: other.id }),
  toRoot: (by, { plan }) => by.post(`${plan.path}/move`, { parentPlanId: null }),
  archive: (by, { plan }) => by.post(`${plan.path}/archive`),
  restore: (by, { plan }) => by.post(`${plan.path}/restore`),
  read: (by, { plan, person }) => by.put(`${plan.path}/shares/${person}`, { capability: "READ" }),
  edit: (by, { plan, person }) => by.put(`${plan.path}/shares/${person}`, { capability: "EDIT" }),
  unshare: (by, { plan, person }) => by.delete(`${plan.path}/shares/${person}`),
  handOver: (by, { plan, person }) => by.post(`${plan.path}/owner`, { userId: person }),
  hide: (by, { plan }) => by.patch(plan.path, { visibility: "PRIVATE" }),
  show: (by, { plan }) => by.patch(plan.path, { visibility: "TEAM" }),
  rename: (by, { plan }) => by.patch(plan.path, { name: "Renamed", status: "READY" }),
  spec: (by, { plan }) => by.post(`${plan.path}/specs`, { title: "Spec" }),
  specs: (by, { plan }) => by.post(`${plan.path}/specs/batch`, { specs: [{ title: "1" }, { title: "2" }] }),
  moveSpec: (by, { plan, spec, other }) =>
    by.post(`${plan.path}/specs/${spec.handle}/move`, { planId: other.id }),
  editSpec: (by, { plan, spec }) => by.patch(`${plan.path}/specs/${spec.handle}`, { title: "Edited" }),
  restoreSpec: (by, { plan, spec }) => by.post(`${plan.path}/specs/${spec.handle}/versions/1/restore`),
  depend: (by, { plan, other }) =>
    by.post(`${plan.path}/dependencies`, { fromPlanId: plan.id, toPlanId: other.id }),
  remove: (by, { plan }) => by.delete(plan.path),
} satisfies Record<string, Action>;
type Name = keyof typeof actions;

const step = fc.record({
  by: fc.constantFrom(0, 0, 1, 1, 2, 2, 3),
  action: fc.constantFrom(...(Object.keys(actions) as Name[])),
  plan: fc.nat(50),
  other: fc.nat(50),
  spec: fc.nat(50),
  person: fc.nat(3),
});

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let people: Person[];
  beforeAll(async () => {
    people = [world.alice, world.bob, world.carol, world.vera];
  });

  async function capabilities(person: Person, project: string): Promise<Map<string, Capability>> {
    const lists = await Promise.all(
      ["true", "false"].map((archived) => person.get(`${project}/plans?limit=200&archived=${archived}`)),
    );
    return new Map(lists.flatMap(({ body }) => body.plans).map((plan) => [plan.id, plan.capability]));
  }

  const plansOf = (project: { id: string }) =>
    world.context.db
      .selectFrom("plans")
      .select(["id", "number"])
      .where("project_id", "=", project.id)
      .orderBy("number")
      .execute();
  const specsOf = (plans: readonly { id: string }[]) =>
    world.context.db
      .selectFrom("specs")
      .select(["id", "plan_id", "number"])
      .where("plan_id", "in", ["", ...plans.map(({ id }) => id)])
      .orderBy("id")
      .execute();

  it("lets no action raise its actor's own right, and no action of a reader write anything", async () => {
    let writes = 0;
    const run = async (steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
      const { body } = await world.alice.post("/v1/projects", { name: "Walk" });
      const project = `/v1/projects/${body.project.slug}`;
      for (const owner of people.slice(0, 3)) {
        await actions.team(owner, { project } as Scene);
        await actions.private(owner, { project } as Scene);
      }
      for (const { by: person, action, ...picked } of steps) {
        const actor = people[person] ?? world.alice;
        const plans = await plansOf(body.project);
        const specs = await specsOf(plans);
        const pick = (n: number): PlanSeen => {
          const plan = plans[n % plans.length];
          return { id: plan?.id ?? "", path: `${project}/plans/PLAN-${plan?.number}` };
        };
        const plan = pick(picked.plan);
        const inPlan = specs.filter((spec) => spec.plan_id === plan.id);
        const spec = inPlan[picked.spec % Math.max(1, inPlan.length)];
        const scene = {
          project,
          plan,
          other: pick(picked.other),
          spec: { handle: `SPEC-${spec?.number ?? 1}`, id: spec?.id ?? "" },
          person: people[picked.person]?.userId ?? "",
        };
        const before = await capabilities(actor, project);
        const rows = await hashOfRows(world);
        const answer = await actions[action](actor, scene);

        const after = await capabilities(actor, project);
        for (const [id, capability] of after) {
          if (!plans.some((known) => known.id === id)) continue;
          expect(rank[capability], `${action} on ${id}`).toBeLessThanOrEqual(rank[before.get(id) ?? "NONE"]);
        }
        const rightOn = (seen: Map<string, Capability>, planId: string) =>
          Math.min(rank.EDIT, rank[seen.get(planId) ?? "NONE"]);
        for (const moved of await specsOf(plans)) {
          const was = specs.find(({ id }) => id === moved.id);
          if (was) expect(rightOn(after, moved.plan_id)).toBeLessThanOrEqual(rightOn(before, was.plan_id));
        }
        const starts = action === "team" || action === "private";
        const reads = actor === world.vera || (!starts && rightOn(before, plan.id) < rank.EDIT);
        if (reads || answer.status >= 400) {
          expect(answer.status).toBeGreaterThanOrEqual(400);
          expect(await hashOfRows(world)).toBe(rows);
        } else writes++;
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 50, maxLength: 80 }), run), {
      numRuns: process.env.LONG ? 20 : 2,
    });
    expect(writes).toBeGreaterThan(10);
  }, 600_000);
});
