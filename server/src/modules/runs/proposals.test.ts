import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type ModelProvider, startModelProvider } from "../../../test/model-provider.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { modelBody, startRun, untilState } from "./scene.test-support.ts";
import { call, inTurn, specOf, words } from "./scripts.test-support.ts";

let provider: ModelProvider;
beforeAll(async () => {
  provider = await startModelProvider();
});
beforeEach(() => {
  provider.requests.length = 0;
  provider.script = null;
});
afterAll(() => provider.close());

const read = call("read_source", { source: "S1" });
const assumed = [1, 2, 3].map((criterion) => ({ criterion, assumed: true }));
const finish = call("finish", { done: "Done." });
const propose = (...specs: object[]) => call("propose_specs", { specs });

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });
  const project = "/v1/projects/alpha";
  beforeAll(async () => {
    const body = modelBody(provider, { scope: "workspace" });
    expect(outcome(await world.alice.post("/v1/models", body))).toBe("201");
  });
  const planWithSource = async () => {
    const plan = await newPlan(world.alice, project);
    const answer = await world.alice.post(`${plan.path}/context`, { title: "Interview", text: words });
    expect(outcome(answer)).toBe("201");
    return { plan, source: `${plan.path}/context/${answer.body.source.id}` };
  };
  /** Texts that the model was told by its tools before its nth answer. */
  const told = (n: number) => JSON.stringify(provider.requests[n - 1]?.body.messages.slice(2));
  const run = async (plan: { path: string }, body: object = {}) =>
    untilState(world.alice, (await startRun(world.alice, plan, body)).path, "done");

  it("a need is a ref of the run or a spec of the plan's own tree", async () => {
    const { plan } = await planWithSource();
    const below = await newPlan(world.alice, project, { parentPlanId: plan.id });
    const near = await newSpec(world.alice, below);
    const other = await newPlan(world.alice, project);
    const far = await newSpec(world.alice, other);
    const nearHandle = `${below.shortId}/${near.shortId}`;
    provider.script = inTurn(
      [read],
      [propose(specOf("a", { needsFirst: [`${other.shortId}/${far.shortId}`] }))],
      [propose(specOf("a", { needsFirst: [`${other.shortId}/SPEC-99`] }))],
      [propose(specOf("a", { needsFirst: [nearHandle] }))],
      [finish],
    );
    const { run: ended } = await run(plan);
    const [existing, missing] = [told(3), told(4)].map(
      (text) => text.match(/name a ref, or a spec/g)?.length,
    );
    expect([existing, missing]).toEqual([1, 2]);
    const at = `/v1/documents/${plan.id}/suggestions/${ended.suggestionId}`;
    expect((await world.alice.get(at)).body.suggestion.specs[0].needsFirst).toEqual([nearHandle]);
  });

  it("the model is told once the person has decided, and nothing more is kept", async () => {
    const { plan } = await planWithSource();
    const list = `/v1/documents/${plan.id}/suggestions`;
    provider.script = async (request, n) => {
      if (n === 3) {
        const { suggestions } = (await world.alice.get(list)).body;
        expect(outcome(await world.alice.post(`${list}/${suggestions[0].id}/reject`, {}))).toBe("200");
      }
      return inTurn([read], [propose(specOf("a"))], [propose(specOf("b"))], [finish])(request, n);
    };
    await run(plan);
    expect(told(4)).toContain("The person has decided already: the proposal is rejected.");
    const { suggestions } = (await world.alice.get(`${list}?state=all`)).body;
    expect(
      suggestions.map(({ state, specs }: { state: string; specs: object[] }) => [state, specs.length]),
    ).toEqual([["rejected", 1]]);
  });

  it("who accepts by the version that was read takes nothing that a run has replaced since", async () => {
    const { plan } = await planWithSource();
    provider.script = inTurn(
      [read],
      [propose(specOf("a"), specOf("b"))],
      [propose(specOf("a", { title: "Better" }))],
      [finish],
    );
    const { run: ended } = await run(plan);
    const at = `/v1/documents/${plan.id}/suggestions/${ended.suggestionId}`;
    const { suggestion } = (await world.alice.get(at)).body;
    expect(suggestion.specs).toMatchObject([
      { ref: "a", version: 2 },
      { ref: "b", version: 1 },
    ]);
    const accept = (a: number) =>
      world.alice.post(`${at}/accept`, {
        specs: [
          { ref: "a", version: a },
          { ref: "b", version: 1 },
        ],
      });
    const stale = await accept(1);
    expect(outcome(stale)).toBe("409 suggestion_changed");
    expect(stale.body.error.message).toContain("“Better”");
    expect(stale.body.error.details).toEqual({ specs: [suggestion.specs[0]] });
    expect((await world.alice.get(`${plan.path}/specs`)).body.specs).toEqual([]);
    expect(outcome(await accept(2))).toBe("200");
    const audit = (await world.alice.get("/v1/audit?type=suggestion.changed&limit=200")).body.entries;
    expect(audit.map(({ data }: { data: object }) => data)).toContainEqual({
      documentId: plan.id,
      documentKind: "plan",
      suggestionId: suggestion.id,
    });
  });

  it("two proposals of one answer are both kept, and the second may need specs of the first", async () => {
    const { plan } = await planWithSource();
    const both = [propose(specOf("a")), propose(specOf("b", { needsFirst: ["a"] }))];
    provider.script = inTurn([read], both, [finish]);
    const { run: ended } = await run(plan);
    const at = `/v1/documents/${plan.id}/suggestions/${ended.suggestionId}`;
    const { specs } = (await world.alice.get(at)).body.suggestion;
    expect(specs).toMatchObject([{ ref: "a" }, { ref: "b", needsFirst: ["a"] }]);
  });

  it("specs that were kept stay when their source changes or goes, and it can't be cited any more", async () => {
    const { plan, source } = await planWithSource();
    const turns = [
      [read],
      [propose(specOf("a"))],
      [propose(specOf("b", { from: assumed }))],
      [propose(specOf("c"))],
      [propose(specOf("d", { from: assumed }))],
      [finish],
    ];
    provider.script = async (request, n) => {
      if (n === 3) expect(outcome(await world.alice.patch(source, { text: "Something else." }))).toBe("200");
      if (n === 4) expect(outcome(await world.alice.delete(source))).toBe("200");
      return inTurn(...turns)(request, n);
    };
    const { run: ended } = await run(plan);
    const at = `/v1/documents/${plan.id}/suggestions/${ended.suggestionId}`;
    const { specs } = (await world.alice.get(at)).body.suggestion;
    expect(specs.map(({ ref }: { ref: string }) => ref)).toEqual(["a", "b", "d"]);
    expect(told(5)).toContain("c, criterion 1: its source has gone.");
  });

  it("a call whose names no database keeps is refused, and the run goes on", async () => {
    const { plan } = await planWithSource();
    provider.script = inTurn([call("read_source", { source: "S1", "a\u0000b": 1 })], [finish]);
    const { steps } = await run(plan);
    expect(steps[1]?.title).toBe("Refused: read_source");
  });

  it("readiness is told twice for a spec at most", async () => {
    const { plan } = await planWithSource();
    const again = (title: string) => [propose(specOf("a", { title }))];
    provider.script = inTurn([read], again("One"), again("Two"), again("Three"), [finish]);
    await run(plan);
    expect(told(5).match(/readiness \d of 5/g)).toHaveLength(2);
    expect(told(5)).toContain("- a: kept.");
  });

  it("a source that was deleted meanwhile is as missing as one that never was", async () => {
    const { plan, source } = await planWithSource();
    provider.script = async (request, n) => {
      if (n === 2) expect((await world.alice.delete(source)).status).toBeLessThan(300);
      const missing = call("read_source", { source: "S1", offset: 1 });
      return inTurn([read], [missing, propose(specOf("a"))], [finish])(request, n);
    };
    const { run: ended } = await run(plan);
    expect(told(3)).toContain("There is no source S1");
    expect(ended.suggestionId).toBeUndefined();
  });

  it("a provider that uses the same ids in each answer has all of its calls answered", async () => {
    const { plan } = await planWithSource();
    provider.script = inTurn(
      ...[read, call("search", { query: "guests" }), finish].map((one) => [
        Object.assign({ id: "call_0" }, one),
      ]),
    );
    const { steps } = await run(plan);
    expect(steps.map(({ kind }) => kind)).toEqual(["call", "read", "call", "search", "call", "finish"]);
  });

  it("pictures in the words of the model become links", async () => {
    const { plan } = await planWithSource();
    provider.script = inTurn([call("finish", { done: "See !![a](https://evil.test/x.png) ![b][c]" })]);
    const { steps } = await run(plan);
    expect(steps.at(-1)?.detail).toBe("See [a](https://evil.test/x.png) [b][c]");
  });

  it("the opening is the same for the same data", async () => {
    const { plan, source } = await planWithSource();
    await newSpec(world.alice, plan);
    // Tokens are counted later.
    await expect
      .poll(async () => (await world.alice.get(source)).body.source.enrichment?.status, { timeout: 20_000 })
      .toBe("done");
    provider.script = inTurn([finish]);
    await run(plan, { prompt: "Plan." });
    await run(plan, { prompt: "Plan." });
    const openings = provider.requests.map(({ text }) => text.replaceAll(/mark=\\"\w+\\"/g, ""));
    expect(openings).toHaveLength(2);
    expect(openings[0]).toBe(openings[1]);
  });
});
