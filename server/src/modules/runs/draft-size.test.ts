import type { Suggestion } from "@groundplan/contract";
import { afterAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { startModelProvider, type Turn } from "../../../test/model-provider.ts";
import { setUpWorld } from "../../../test/world.ts";
import { tokensOf } from "../../tokens/tokens.ts";
import { newPlan } from "../plans/scene.test-support.ts";
import { modelBody, startRun, untilState } from "./scene.test-support.ts";

const provider = await startModelProvider();
afterAll(() => provider.close());

const topics = ["paying", "refunds", "receipts", "numbers", "reminders", "exports"];
const rule = (topic: string, n: number) =>
  `For ${topic}, rule ${n} says that guests see the amount in two seconds.`;
const sourceOf = (some: readonly string[]) =>
  some.flatMap((topic) => Array.from({ length: 40 }, (_, n) => rule(topic, n + 1))).join("\n\n");

const criteria = [1, 2, 3, 4, 5];
const specOf = (topic: string, at: number) => ({
  ref: topic,
  title: `Guests and ${topic}`,
  content: [
    `What guests need for ${topic}, as the interview says. The till shows it, and the office reads it a day later.`,
    "## Acceptance criteria",
    criteria.map((n) => `${n}. ${rule(topic, n)}`).join("\n"),
  ].join("\n\n"),
  effort: 3,
  needsFirst: at === 0 ? [] : [topics[at - 1]],
  from: criteria.map((criterion) =>
    criterion === 5
      ? { criterion, assumed: true }
      : { criterion, source: at < 3 ? "S1" : "S2", quote: rule(topic, criterion) },
  ),
});

const turns: Turn[] = [
  { calls: ["S1", "S2"].map((source) => ({ name: "read_source", input: { source } })) },
  { calls: [{ name: "propose_specs", input: { specs: topics.map(specOf) } }] },
  { calls: [{ name: "finish", input: { done: "Six specs.", assumed: "The last criterion of each." } }] },
];

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "").length;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });

  it("a draft of six specs from two sources takes at most 8 calls, 25,000 tokens in, 4,000 out, and 2,100 words to read", async () => {
    await world.alice.post("/v1/models", modelBody(provider, { maxOutput: 8000 }));
    provider.script = async ({ text }, n) => {
      const turn = turns[n - 1] ?? {};
      const usage = { input: await tokensOf(text), output: await tokensOf(JSON.stringify(turn.calls)) };
      return { ...turn, usage };
    };
    provider.requests.length = 0;
    const plan = await newPlan(world.alice, "/v1/projects/alpha");
    for (const [at, some] of [topics.slice(0, 3), topics.slice(3)].entries())
      await world.alice.post(`${plan.path}/context`, { title: `Interview ${at + 1}`, text: sourceOf(some) });
    const { path } = await startRun(world.alice, plan, { prompt: "Plan the till." });
    const { run, steps } = await untilState(world.alice, path, "done");
    const suggestions = `/v1/documents/${plan.id}/suggestions`;
    const { suggestion } = (await world.alice.get(`${suggestions}/${run.suggestionId}`)).body as {
      suggestion: Suggestion;
    };
    expect(suggestion.specs).toHaveLength(6);
    const read = suggestion.specs.map(({ title, content }) => words(title) + words(content));
    const said = steps.filter(({ kind }) => kind === "finish").map(({ detail }) => words(detail));
    expect(provider.requests.length).toBeLessThanOrEqual(8);
    expect(run.usage.inputTokens).toBeLessThanOrEqual(25_000);
    expect(run.usage.outputTokens).toBeLessThanOrEqual(4000);
    expect([...read, ...said].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2100);
  });
});
