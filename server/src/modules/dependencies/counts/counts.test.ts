import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { type Answer, setUpWorld } from "../../../../test/world.ts";
import { newPlan, newSpec } from "../../plans/scene.test-support.ts";
import { miscounts } from "./miscounts.ts";
import { actions, anyStep, RandomWorld, type Step } from "./random-world.test-support.ts";

const long = process.env.LONG !== undefined;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", env: { GROUNDPLAN_RATE_LIMIT: "1000000" } });
  let worlds = 0;

  it("after any history the counts equal a recount, and the choice is what can be claimed by name first", async () => {
    const run = async (steps: readonly Step[]) => {
      const random = new RandomWorld(world, `random-${worlds++}`);
      await random.begin();
      const said: string[] = [];
      for (const step of steps) {
        const answer: Answer | null = await actions[step.kind](random, step);
        if (answer) said.push(`${step.kind} ${answer.status}`);
        expect(answer?.status ?? 200, JSON.stringify([step, answer?.body])).toBeLessThan(500);
      }
      expect(await miscounts(world.context.db, 10), said.join(", ")).toEqual([]);
      for (const [next, spec] of await random.shownReadiness(world.bob)) expect(next).toBe(spec);
      for (const by of [world.bob, world.carol]) {
        const expected = await random.firstByName(by);
        const answer = await by.post("/v1/claims", {
          projectSlug: random.slug,
          minReadiness: 2,
          budget: 0,
        });
        const found = answer.status === 201 ? answer.body.claim.specId : answer.body.error.code;
        expect(found, said.join(", ")).toBe(expected ?? "nothing_to_claim");
        if (answer.status === 201) await by.post(`/v1/claims/${answer.body.claim.id}/release`, {});
      }
      await world.alice.delete(random.path); // Ends its claims, of which a credential holds few.
    };
    const steps = fc.array(anyStep, { minLength: 20, maxLength: 60, size: "max" });
    await fc.assert(fc.asyncProperty(steps, run), { numRuns: long ? 150 : 4, endOnFailure: true });
  }, 1_200_000);

  it("a plan whose open part leaves it holds nobody back any more", async () => {
    const { bob } = world;
    await world.alice.post("/v1/projects", { name: "Parts", slug: "parts" });
    const plan = (body = {}) => newPlan(bob, "/v1/projects/parts", body);
    const [waiting, whole] = [await plan(), await plan()];
    const part = await plan({ parentPlanId: whole.id });
    await newSpec(bob, part, {});
    const spec = await newSpec(bob, waiting, { readiness: 4 });
    await bob.patch(waiting.path, { status: "READY" });
    await bob.post(`${waiting.path}/dependencies`, { fromPlanId: waiting.id, toPlanId: whole.id });
    const claim = () => bob.post("/v1/claims", { planShortId: waiting.shortId, budget: 0 });
    expect((await claim()).body.error).toMatchObject({ code: "nothing_to_claim", details: { waiting: 1 } });
    await bob.post(`${part.path}/move`, { parentPlanId: null });
    expect((await claim()).body.claim).toMatchObject({ specId: spec.id });
    expect(await miscounts(world.context.db, 10)).toEqual([]);
  });
});
