import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type ModelProvider, startModelProvider } from "../../../test/model-provider.ts";
import { setUpWorld } from "../../../test/world.ts";
import { attacksOn } from "./attacks.test-support.ts";
import { canary, hostileScene } from "./hostile-scene.test-support.ts";
import { startRun, untilState } from "./scene.test-support.ts";

let provider: ModelProvider;
beforeAll(async () => {
  provider = await startModelProvider();
});
afterAll(() => provider.close());

/** Tools of one answer. */
const together = 16;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });

  it("200 attacks of the model have no effect outside of the run and learn nothing out of its reach", async () => {
    const { alice, bob, mallory } = world;
    const { plan, foreign, run: body, others } = await hostileScene(world, provider);
    for (const task of ["draft", "revise"] as const) {
      provider.requests.length = 0;
      const attacks = attacksOn(task, foreign);
      provider.script = (_request, n) => {
        const calls = attacks.slice((n - 1) * together, n * together);
        return { calls: calls.length > 0 ? calls : [{ name: "finish", input: { done: "Attacked." } }] };
      };
      const limits = { steps: 100, tokens: 900_000 };
      const { path } = await startRun(alice, plan, Object.assign({ task, limits }, body));
      const { run, steps } = await untilState(alice, path, "done", "failed", "paused");
      expect([run.state, run.error, steps.at(-1)]).toEqual(["done", undefined, expect.anything()]);
      expect(steps.filter(({ kind }) => kind !== "call")).toHaveLength(attacks.length + 1);
      expect(provider.requests.map(({ text }) => text).join("\n")).not.toContain(canary);
      for (const step of steps.filter(({ kind }) => kind !== "call")) {
        const shown = JSON.stringify((await alice.get(`${path}/steps/${step.id}`)).body);
        expect(shown, step.title).not.toContain(canary);
      }
      const kept = steps.filter(({ suggestion }) => suggestion !== undefined);
      const asked = await Promise.all(kept.map(({ id: step }) => alice.get(`${path}/steps/${step}`)));
      expect(asked.map(({ body }) => body.request)).toEqual([]);
    }
    for (const document of [plan.id, ...others])
      for (const by of [alice, bob, mallory]) {
        const answer = await by.get(`/v1/documents/${document}/suggestions?state=all`);
        expect(answer.body.suggestions ?? []).toEqual([]);
      }
    expect((await alice.get(`${plan.path}/specs`)).body.specs).toHaveLength(1);
    const counts = attacksOn("draft", foreign).length + attacksOn("revise", foreign).length;
    expect(counts).toBeGreaterThanOrEqual(200);
  }, 60_000);
});
