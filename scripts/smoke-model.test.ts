import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type ModelProvider, type Script, startModelProvider } from "../server/test/model-provider.ts";
import { type Planted, plantedTopics } from "./smoke/model/planted.ts";

const run = promisify(execFile);
const seed = 7;
const planted = plantedTopics(seed);

let provider: ModelProvider;
beforeAll(async () => {
  provider = await startModelProvider();
});
beforeEach(() => {
  provider.requests.length = 0;
});
afterAll(() => provider.close());

const call = (name: string, input: object) => ({ name, input });
const finish = call("finish", { done: "Drafted." });

/** Reads all sources, proposes what `propose` makes of the topic, and finishes. */
const scriptOf =
  (...propose: ((topic: Planted) => object[])[]): Script =>
  ({ text }) => {
    const known = planted.find(({ name }) => text.includes(`${name}\\n`));
    if (!known) throw new Error("a request of no topic");
    // As the agent numbers them.
    const sources = known.sources.toSorted(
      (a, b) => text.indexOf(`${a.title} (`) - text.indexOf(`${b.title} (`),
    );
    const topic = Object.assign({}, known, { sources });
    const called = (name: string) => text.split(`"name":"${name}","arguments"`).length - 1;
    if (called("read_source") === 0)
      return { calls: topic.sources.map((_, at) => call("read_source", { source: `S${at + 1}` })) };
    const specs = propose[called("propose_specs")]?.(topic);
    return { calls: [specs ? call("propose_specs", { specs }) : finish] };
  };

interface Criterion {
  text: string;
  quote?: string;
}

const specOf = (at: number, criteria: readonly Criterion[], more = "") => ({
  ref: `s${at}`,
  title: `Part ${at}`,
  content: `${more}\n\n## Acceptance criteria\n\n${criteria.map(({ text }, n) => `${n + 1}. ${text}`).join("\n")}`,
  from: criteria.map(({ quote }, n) =>
    quote === undefined ? { criterion: n + 1, assumed: true } : { criterion: n + 1, source: `S${at}`, quote },
  ),
});

const good = ({ sources }: Planted) =>
  sources.map(({ facts }, at) =>
    specOf(at + 1, [...facts.map((fact) => ({ text: fact, quote: fact })), { text: "It is written down" }]),
  );

function fallenFor(trap: Planted["traps"][number] | undefined, quote: string): Criterion {
  if (trap?.kind === "open") return { text: "It warns 10 min ahead", quote };
  if (trap?.kind === "superseded") return { text: `It takes ${/\d+/.exec(trap.text)} of them` };
  return { text: trap?.text ?? "It is written" };
}

/** Cites one fact of each source with other numbers, names a file, and falls for both traps. */
const bad = ({ sources, traps }: Planted) =>
  sources.map(({ facts: [fact = ""] }, at) =>
    specOf(
      at + 1,
      [
        { text: fact.replace(/\d+/g, "12345"), quote: fact },
        fallenFor(traps[at], fact),
        { text: "It is written down" },
      ],
      "See `src/pay.ts`.",
    ),
  );

const inventing = ({ sources }: Planted) =>
  sources.map((_, at) =>
    specOf(
      at + 1,
      [1, 2, 3].map((n) => ({ text: `It costs ${n}`, quote: `It costs ${n} euros by the board's decision` })),
    ),
  );

async function table(env: object): Promise<{ stdout: string; total: Record<string, string> }> {
  const command = [join(import.meta.dirname, "smoke.ts"), "--model", "--topics", "2", "--seed", `${seed}`];
  const { stdout } = await run(process.execPath, command, { env: { ...process.env, ...env } });
  const rows = stdout.split("\n").filter((line) => line.startsWith("| "));
  const cells = (row = "") => row.split("|").map((cell) => cell.trim());
  const values = cells(rows.at(-1));
  return {
    stdout,
    total: Object.fromEntries(cells(rows[0]).map((name, at) => [name, values[at] ?? ""])),
  };
}

const model = () => ({
  GROUNDPLAN_MODEL_KIND: "openai-compatible",
  GROUNDPLAN_MODEL_URL: provider.url,
  GROUNDPLAN_MODEL_NAME: "scripted",
  GROUNDPLAN_MODEL_PRICE_IN: "1",
  GROUNDPLAN_MODEL_PRICE_OUT: "2",
  // Neither is touched.
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  GROUNDPLAN_DATA_DIR: "/dev/null",
});

it("thirty sources with sixty facts and twenty traps are planted, other numbers by another seed", () => {
  const count = (values: (topic: Planted) => readonly unknown[]) => planted.flatMap(values).length;
  expect(count(({ sources }) => sources)).toBe(30);
  expect(new Set(planted.flatMap(({ sources }) => sources.flatMap(({ facts }) => facts))).size).toBe(60);
  expect(count(({ traps }) => traps)).toBe(20);
  expect(plantedTopics(seed)).toEqual(planted);
  expect(plantedTopics(seed + 1)).not.toEqual(planted);
});

it("`npm run smoke -- --model` prints that a model which cites its sources missed, invented and fell for nothing", async () => {
  provider.script = scriptOf(good);
  const { stdout, total } = await table(model());
  expect(total).toMatchObject({ specs: "6", criteria: "18", assumed: "6", cited: "12 of 12", missed: "0" });
  expect(total).toMatchObject({ invented: "0", refused: "0", trapped: "0 of 4" });
  expect(total).toMatchObject({ in: "72", out: "18", cost: "0.0001 USD" });
  expect(stdout).toContain("| Refunds | 3 |");
  expect(stdout).toContain("| Opening hours | 3 |");
});

it("`npm run smoke -- --model` counts what another one missed, invented, quoted from nowhere and fell for", async () => {
  provider.script = scriptOf(inventing, bad);
  const { total } = await table(model());
  expect(total).toMatchObject({ specs: "6", cited: "6 of 12", missed: "6", refused: "18" });
  expect(total).toMatchObject({ invented: "12", trapped: "4 of 4" });
});

it("`npm run smoke -- --model` without a model says which settings name one", async () => {
  const failed = table({ GROUNDPLAN_MODEL_KIND: "" });
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining("GROUNDPLAN_MODEL_KIND"),
  });
});
