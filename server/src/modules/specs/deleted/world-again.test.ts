import type { Plan, Spec } from "@groundplan/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { rebuildInbox } from "../../../inbox-items/rebuild.ts";
import { inboxOf } from "../../inbox/scene.test-support.ts";
import { newPlan, newSpec, outcome } from "../../plans/scene.test-support.ts";

const specsOfPlan = 7;
const plansOfWorld = 3;
const all = specsOfPlan * plansOfWorld;

const shape = fc.record({
  /** Parents of specs, by their numbers in the same plan. */
  parents: fc.array(fc.tuple(fc.nat(specsOfPlan - 1), fc.nat(specsOfPlan - 1)), { maxLength: 8 }),
  needs: fc.array(fc.tuple(fc.nat(all - 1), fc.nat(all - 1)), { maxLength: 25 }),
  planNeeds: fc.array(fc.tuple(fc.nat(plansOfWorld - 1), fc.nat(plansOfWorld - 1)), { maxLength: 2 }),
  said: fc.uniqueArray(fc.nat(all - 1), { maxLength: 4 }),
  /** Each toggles a spec between deleted and restored. */
  acts: fc.array(fc.nat(all - 1), { minLength: 4, maxLength: 30 }),
  order: fc.shuffledSubarray([...Array(all).keys()], { minLength: all }),
});

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let projects = 0;

  const get = async (path: string) => {
    const answer = await world.bob.get(path);
    expect(answer.status, path).toBe(200);
    return answer.body;
  };

  async function everything(plans: readonly (Plan & { path: string })[], project: string) {
    const answers: unknown[] = [];
    for (const { path } of plans) {
      const { specs } = await get(`${path}/specs?limit=200`);
      answers.push(await get(path), specs, await get(`${path}/graph`), await get(`${path}/tree`));
      const { dependencies } = await get(`${path}/dependencies?limit=200`);
      answers.push(dependencies.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)));
      for (const { id, shortId } of specs as Spec[]) {
        const spec = `${path}/specs/${shortId}`;
        for (const room of ["", "/readiness", "/versions", "/versions/1"])
          answers.push(await get(spec + room));
        for (const room of ["", "/threads", "/revisions"])
          answers.push(await get(`/v1/documents/${id}${room}`));
      }
    }
    answers.push(await get(`/v1/next?projectSlug=${project.slice(13)}&limit=200`));
    for (const word of ["Spec", "Said"]) {
      const { results } = await get(`/v1/search?q=${word}&limit=200`);
      answers.push(results.map(({ id }: { id: string }) => id).toSorted());
    }
    answers.push(await get("/v1/notifications?limit=200"));
    return JSON.parse(
      JSON.stringify(answers, (key, value) =>
        key === "updatedAt" || key === "watermark" ? undefined : value,
      ),
    );
  }

  it("shows the same world after specs were deleted and all of them restored, in whatever order", async () => {
    await fc.assert(
      fc.asyncProperty(shape, async (model) => {
        const { alice, bob } = world;
        const project = `/v1/projects/world-${projects++}`;
        await alice.post("/v1/projects", { name: "World", slug: project.slice(13) });
        const plans: (Plan & { path: string })[] = [];
        for (let n = 0; n < plansOfWorld; n++) {
          const parent = n === 2 ? { parentPlanId: plans[0]?.id } : {};
          plans.push(await newPlan(bob, project, { description: "Text.", ...parent }));
        }
        const specs: (Spec & { path: string })[] = [];
        for (const plan of plans)
          for (let n = 0; n < specsOfPlan; n++)
            specs.push(
              await newSpec(bob, plan, { title: `Spec ${n}`, content: "1. a", externalRef: `w/${n}` }),
            );
        for (const [child, parent] of model.parents)
          await bob.patch(specs[child]?.path ?? "", { parentSpecId: specs[parent]?.id });
        const depend = (at: number, body: object) => bob.post(`${plans[at]?.path}/dependencies`, body);
        for (const [from, to] of model.needs)
          await depend(Math.floor(from / specsOfPlan), {
            fromSpecId: specs[from]?.id,
            toSpecId: specs[to]?.id,
          });
        for (const [from, to] of model.planNeeds)
          await depend(from, { fromPlanId: plans[from]?.id, toPlanId: plans[to]?.id });
        for (const said of model.said) {
          const threads = `/v1/documents/${specs[said]?.id}/threads`;
          const { thread } = (await bob.post(threads, { body: "Said" })).body;
          await alice.post(`${threads}/${thread.id}/comments`, { body: "Said again" });
        }
        const before = await everything(plans, project);

        const deleted = new Set<number>();
        const toggle = async (at: number) => {
          const path = specs[at]?.path ?? "";
          const isDeleted = deleted.has(at);
          const answer = isDeleted ? await bob.post(`${path}/restore`) : await bob.delete(path);
          expect(outcome(answer)).toBe("200");
          if (isDeleted) expect(answer.body.dropped).toEqual([]);
          if (isDeleted) deleted.delete(at);
          else deleted.add(at);
        };
        for (const actIndex of model.acts) await toggle(actIndex);
        const meanwhile = await inboxOf(bob);
        const { workspace } = await get("/v1/me");
        await world.context.writer.run(rebuildInbox, { workspaceId: workspace.id });
        expect((await inboxOf(bob)).items).toEqual(meanwhile.items);
        for (const index of model.order) if (deleted.has(index)) await toggle(index);
        expect(await everything(plans, project)).toEqual(before);
        const { db } = world.context;
        for (const table of ["deleted_specs", "deleted_dependencies", "released_children"] as const)
          expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
      }),
      { numRuns: process.env.LONG ? 25 : 3 },
    );
  }, 120_000);
});
