import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";
type Spec = Awaited<ReturnType<typeof newSpec>> & { plan: string };
/** Edges as `from → to`, by index in a list of specs. */
type Model = Set<string>;

function reaches(edges: Model, from: number, to: number, seen = new Set<number>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...edges].some((edge) => {
    const [a, b] = edge.split(">").map(Number);
    return a === from && b !== undefined && reaches(edges, b, to, seen);
  });
}

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });

  async function newSpecs(count: number): Promise<Spec[]> {
    const plans = await Promise.all([1, 2, 3].map(() => newPlan(world.bob, project)));
    return Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const plan = plans[n % 3];
        if (!plan) throw new Error("no plan");
        return { ...(await newSpec(world.bob, plan)), plan: plan.path };
      }),
    );
  }
  const link = (from: Spec, to: Spec) =>
    world.bob.post(`${from.plan}/dependencies`, { fromSpecId: from.id, toSpecId: to.id });

  it("accepts exactly one of two requests that would close a cycle together, 50 times", async () => {
    const specs = await newSpecs(100);
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const [a, b] = [specs[2 * n], specs[2 * n + 1]];
        if (!a || !b) throw new Error("no specs");
        return (await Promise.all([link(a, b), link(b, a)])).map(outcome).sort();
      }),
    );
    expect(answers).toEqual(answers.map(() => ["201", "409 dependency_cycle"]));
  });

  it("never closes a long cycle from all its edges at once", async () => {
    for (let round = 0; round < 2; round++) {
      const specs = await newSpecs(12);
      const answers = await Promise.all(
        specs.map((spec, n) => link(spec, specs[(n + 1) % specs.length] ?? spec)),
      );
      expect(answers.map(outcome).filter((said) => said === "409 dependency_cycle")).toHaveLength(1);
    }
  });

  it("finds a cycle of hundreds of specs, and no cycle in a chain of them", async () => {
    const plan = await newPlan(world.bob, project);
    const chain = Array.from({ length: 400 }, (_, n) => ({
      title: "Spec",
      ref: `s${n}`,
      needsFirst: n > 0 ? [`s${n - 1}`] : [],
    }));
    const [first, second] = await Promise.all(
      [1, 2].map(async () => (await world.bob.post(`${plan.path}/specs/batch`, { specs: chain })).body.specs),
    );
    const ends = (from: { id: string }, to: { id: string }) =>
      world.bob.post(`${plan.path}/dependencies`, { fromSpecId: from.id, toSpecId: to.id });
    expect(outcome(await ends(first[0], second.at(-1)))).toBe("201");
    const answer = await ends(second[0], first.at(-1));
    expect(outcome(answer)).toBe("409 dependency_cycle");
    expect(answer.body.error.details.cycle).toHaveLength(800);
  }, 60_000);

  it("never contains a cycle, and equals a model, under random links, needs, moves and deletes", async () => {
    const size = 7;
    const step = fc.record({
      kind: fc.constantFrom("link", "link", "link", "needs", "unlink", "move"),
      from: fc.nat(size - 1),
      to: fc.nat(size - 1),
      more: fc.nat(size - 1),
    });
    const run = async (steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
      const { bob } = world;
      const specs = await newSpecs(size);
      const indexOf = new Map(specs.map(({ id }, n) => [id, n]));
      const plans = [...new Set(specs.map(({ plan }) => plan))];
      const specAt = (n: number) => specs[n] as Spec;
      const listed = async () => {
        const lists = await Promise.all(plans.map((plan) => bob.get(`${plan}/dependencies`)));
        return lists.flatMap(({ body }) => body.dependencies);
      };
      const model: Model = new Set();
      for (const { kind, from, to, more } of steps) {
        if (kind === "link") {
          const expected = model.has(`${from}>${to}`) || !reaches(model, to, from);
          expect(outcome(await link(specAt(from), specAt(to)))).toBe(
            expected ? "201" : "409 dependency_cycle",
          );
          if (expected) model.add(`${from}>${to}`);
        } else if (kind === "needs") {
          const near = [to, more].filter((n) => specAt(n).plan === specAt(from).plan);
          const next = new Set(model);
          for (const n of specs.keys()) if (specAt(n).plan === specAt(from).plan) next.delete(`${from}>${n}`);
          const expected = near.every((n) => !reaches(next, n, from));
          const needsFirst = near.map((n) => specAt(n).id);
          const answer = await bob.patch(specAt(from).path, { needsFirst });
          expect(outcome(answer)).toBe(expected ? "200" : "409 dependency_cycle");
          if (!expected) continue;
          model.clear();
          for (const edge of [...next, ...near.map((n) => `${from}>${n}`)]) model.add(edge);
        } else if (kind === "unlink") {
          const edge = (await listed()).find(({ fromSpecId }) => fromSpecId === specAt(from).id);
          if (!edge) continue;
          await bob.delete(`${specAt(from).plan}/dependencies/${edge.id}`);
          model.delete(`${from}>${indexOf.get(edge.toSpecId)}`);
        } else {
          const plan = plans[to % plans.length] ?? "";
          const answer = await bob.post(`${specAt(from).path}/move`, { planId: plan.split("/").at(-1) });
          specs[from] = { ...specAt(from), plan, path: `${plan}/specs/${answer.body.spec.shortId}` };
        }
        const now = (await listed()).map(
          (edge) => `${indexOf.get(edge.fromSpecId)}>${indexOf.get(edge.toSpecId)}`,
        );
        expect(now.sort()).toEqual([...model].sort());
      }
      for (const edge of model) {
        const [from, to] = edge.split(">").map(Number);
        expect(reaches(model, to ?? 0, from ?? 0)).toBe(false);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), run), {
      numRuns: process.env.LONG ? 40 : 2,
    });
  }, 60_000);
});
