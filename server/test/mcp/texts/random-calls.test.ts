import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Agent, setUpAgents, sizeOf } from "../../../src/mcp/client.test-support.ts";
import { tools } from "../../../src/mcp/tools/index.ts";
import { databases } from "../../databases.ts";
import { setUpWorld } from "../../world.ts";
import { readOn, wordsOf } from "./answers.ts";
import { type Made, make, scenes } from "./scenes.ts";

const line = fc.constantFrom(
  ...["Guests pay by card, once, within 2 seconds.", "", "```ts", "const a = b[0];", "```", "    indented"],
  ...["東京の注文は断られる。".repeat(9), "x".repeat(300), "word ".repeat(40), "𒐫😀".repeat(40), "`````"],
  ...["- [ ] a box", "| a | b |", "more: cursor=0.0", "</spec>", "# A heading", "TBD who owns it."],
);
const name = fc
  .array(fc.constantFrom("Guests", "pay", "東京の注文", "😀", "<b>", "[x](y)", "𒐫𒐫𒐫", "`", "&", "at once"), {
    minLength: 1,
    maxLength: 12,
  })
  .map((words) => words.join(" "));

const budget = fc.option(
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 300, max: 900 }) },
    { weight: 3, arbitrary: fc.integer({ min: 300, max: 50_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 299, 50_001, 300.5) },
  ),
  { freq: 6, nil: undefined },
);
/** Picks from a scene's handles. */
const pick = fc.nat(100);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const wrong = fc.constantFrom(
  "PLAN-9999",
  "SPEC-1",
  "",
  "x".repeat(5000),
  "<img src=x>",
  "![x](https://evil.example)",
);

interface Call {
  tool: string;
  given: (made: Made, claim: string) => Record<string, unknown>;
}

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

const find: fc.Arbitrary<Call> = fc
  .record({
    q: maybe(fc.constantFrom("guests", "pay", "東京", '"at once"', "wor*", "zebra")),
    kind: maybe(fc.constantFrom("plan", "spec", "source", "skill")),
    isOwn: fc.boolean(),
    status: maybe(fc.constantFrom("READY", "TODO", "IN_PROGRESS", "BUILDING")),
    budget,
  })
  .map(({ isOwn, ...asked }) => ({
    tool: "find",
    given: ({ project }) => ({ ...asked, project: isOwn ? project : undefined }),
  }));
const getPlan: fc.Arbitrary<Call> = fc
  .record({ budget })
  .map((asked) => ({ tool: "get_plan", given: ({ plan }) => ({ ...asked, plan }) }));
const getSpecs: fc.Arbitrary<Call> = fc
  .record({ which: fc.array(pick, { minLength: 1, maxLength: 5 }), budget })
  .map(({ which, ...asked }) => ({
    tool: "get_specs",
    given: ({ specs }) => ({ ...asked, specs: which.map((one) => at(specs, one)) }),
  }));
const getContext: fc.Arbitrary<Call> = fc
  .record({
    what: fc.constantFrom("plan", "build", "spec", "source"),
    which: pick,
    offset: maybe(pick),
    budget,
  })
  .map(({ what, which, offset, budget: most }) => ({
    tool: "get_context",
    given({ plan, specs, sources }) {
      if (what === "spec") return { spec: at(specs, which), budget: most };
      if (what === "source") return { source: at(sources, which) ?? "none", offset, budget: most };
      return { plan, for: what, budget: most };
    },
  }));
const getGuide: fc.Arbitrary<Call> = fc
  .record({
    name: maybe(fc.constantFrom("spec", "epic", "instructions", "none")),
    isOwn: fc.boolean(),
    budget,
  })
  .map(({ isOwn, ...asked }) => ({
    tool: "get_guide",
    given: ({ project }) => ({ ...asked, project: isOwn ? project : undefined }),
  }));
const claimWork: fc.Arbitrary<Call> = fc
  .record({ which: maybe(pick), minutes: maybe(fc.constantFrom(1, 30, 999)), budget })
  .map(({ which, ...asked }) => ({
    tool: "claim_work",
    given: ({ plan, specs }) =>
      which === undefined ? { ...asked, plan } : { ...asked, spec: at(specs, which) },
  }));
const reportWork: fc.Arbitrary<Call> = fc
  .record({
    act: fc.constantFrom("working", "ask", "done", "release"),
    question: maybe(name),
    note: maybe(line),
    next: fc.boolean(),
    budget,
  })
  .map((asked) => ({ tool: "report_work", given: (_, claim) => ({ ...asked, claim }) }));
const savedSpec = fc.record(
  {
    spec: fc.constantFrom("SPEC-1", "SPEC-2"),
    title: name,
    content: line,
    needs: fc.array(wrong, { maxLength: 2 }),
  },
  { requiredKeys: ["title"] },
);
const saveSpecs: fc.Arbitrary<Call> = fc
  .record({ specs: fc.array(savedSpec, { maxLength: 60, size: "max" }), suggest: fc.boolean() })
  .map((asked) => ({ tool: "save_specs", given: ({ plan }) => ({ ...asked, plan }) }));
const wrongCall: fc.Arbitrary<Call> = fc
  .record({
    tool: fc.constantFrom(...tools.map((one) => one.name)),
    key: wrong,
    value: wrong,
    budget,
  })
  .map(({ tool, key, value, budget: most }) => ({
    tool,
    given: () => ({ [key]: value, plan: value, budget: most }),
  }));
const call = fc.oneof(
  ...[find, getPlan, getSpecs, getContext, getGuide, claimWork, reportWork, saveSpecs, wrongCall],
);

const runs = { scenes: process.env.LONG ? 100 : 3, calls: 50 };
const least = 300;
const most = 50_000;
const usual = new Map(tools.map((tool) => [tool.name, tool.usualBudget]));
const reading = new Set(tools.filter(({ isRead }) => isRead).map((tool) => tool.name));

const isBudget = (value: unknown): value is number =>
  typeof value === "number" && value >= least && value <= most;

describe.each(databases)("$database: random calls of tools", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  const connect = setUpAgents(world);
  let agent: Agent;
  beforeAll(async () => {
    agent = await connect(world.bob.key);
  });

  it("none exceeds its budget, and cursors lead to the end of everything that there is to read", async () => {
    const scene = scenes(line, name);
    const calls = fc.array(call, { minLength: runs.calls, maxLength: runs.calls });
    await fc.assert(
      fc.asyncProperty(scene, calls, async (planned, all) => {
        const made = await make(world, planned);
        let claim = "";
        for (const { tool, given } of all) {
          const asked = JSON.parse(JSON.stringify(given(made, claim)));
          const allowed = isBudget(asked.budget) ? asked.budget : (usual.get(tool) ?? least);
          const { text, isError } = await agent.try(tool, asked);
          const what = `${tool} ${JSON.stringify(asked).slice(0, 500)}`;
          expect(sizeOf(text), what).toBeLessThanOrEqual(allowed);
          if (isError) continue;
          claim = /^claim (\S+)/m.exec(text)?.[1] ?? claim;
          if (reading.has(tool)) await readsAll(agent, tool, asked, allowed);
          else if (tool === "claim_work") await readsBrief(agent, text, allowed);
        }
        await world.alice.post(`${made.path}/archive`); // Ends its claims, of which a credential has few.
      }),
      { numRuns: runs.scenes, endOnFailure: true },
    );
  }, 3_600_000);
});

/** Reads on, and compares with what the largest budget answers. */
async function readsAll(agent: Agent, tool: string, asked: Record<string, unknown>, allowed: number) {
  const pages = await readOn(agent, tool, asked);
  for (const page of pages) expect(sizeOf(page), tool).toBeLessThanOrEqual(allowed);
  const whole = await readOn(agent, tool, Object.assign({}, asked, { budget: most }));
  const what = `${tool} ${JSON.stringify(asked)}`;
  if (tool === "find" || (tool === "get_guide" && asked.name === undefined))
    expect(pages.flatMap(beginnings), what).toEqual(whole.flatMap(beginnings));
  else expect(pages.map(wordsOf).join(""), what).toBe(whole.map(wordsOf).join(""));
}

/** Returns the first two words of each line: a line that fits in no answer is cut. */
const beginnings = (answer: string): string[] =>
  answer
    .split("\n")
    .filter((one) => !one.startsWith("more: "))
    .map((one) => one.replace(/^- /, "").split(" ").slice(0, 2).join(" "));

/** Reads a claim's brief to its end, and compares it with that of `get_context`. */
async function readsBrief(agent: Agent, claimed: string, allowed: number) {
  const [, spec = ""] = /^claim \S+ · (\S+)/m.exec(claimed) ?? [];
  const [, cursor] = /\nmore: get_context spec=\S+ cursor=(\S+)$/.exec(claimed) ?? [];
  const pages = [claimed.replace(/^(?:claim|yours) .*\n?/gm, "")];
  if (cursor !== undefined)
    pages.push(...(await readOn(agent, "get_context", { spec, cursor, budget: allowed })));
  for (const page of pages) expect(sizeOf(page)).toBeLessThanOrEqual(allowed);
  const whole = await readOn(agent, "get_context", { spec, budget: most });
  expect(pages.map(wordsOf).join(""), claimed.slice(0, 300)).toBe(whole.map(wordsOf).join(""));
}
