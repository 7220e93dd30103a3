import fc from "fast-check";
import { expect, it } from "vitest";
import type { Parsed } from "./format.ts";
import { requests } from "./requests.ts";

const limit = 8 * 1024 * 1024;
const bodyOf = (group: readonly Parsed[]) =>
  Buffer.byteLength(JSON.stringify({ plans: group.flatMap(({ plans }) => plans) }));

const source = (specs: number, content = ""): Parsed => ({
  plans: [
    {
      externalRef: "kiro:a",
      name: "a",
      specs: Array.from({ length: specs }, (_, n) => ({
        externalRef: `kiro:a/${n}`,
        title: `${n}`,
        content,
      })),
    },
  ],
  criteria: 0,
  notices: [],
});

async function* each(sources: readonly Parsed[]) {
  yield* sources;
}

const grouped = (sources: readonly Parsed[]) => Array.fromAsync(requests(each(sources)));
const specsOf = (group: readonly Parsed[]) =>
  group.reduce((sum, { plans }) => sum + (plans[0].specs?.length ?? 0), 0);

it("creates requests of at most 500 specs and 8 MiB, with every source once and in order", async () => {
  const any = fc.oneof(
    { weight: 40, arbitrary: fc.integer({ min: 0, max: 300 }).map((specs) => source(specs)) },
    fc.constantFrom(source(5, "a".repeat(262_144)), source(2, "\u0001".repeat(262_144))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(any, { maxLength: 40 }), async (sources) => {
      const groups = await grouped(sources);
      expect(groups.flat()).toEqual(sources);
      for (const group of groups) {
        expect(group.length).toBeGreaterThan(0);
        expect(specsOf(group)).toBeLessThanOrEqual(500);
        expect(bodyOf(group)).toBeLessThanOrEqual(limit);
      }
    }),
    { numRuns: 30 },
  );
});

it("fills a request before it begins the next", async () => {
  const groups = await grouped(Array.from({ length: 7 }, () => source(200)));
  expect(groups.map(specsOf)).toEqual([400, 400, 400, 200]);
});

it("sends a source that is larger than a request by itself, undivided", async () => {
  const groups = await grouped([source(10), source(900), source(10)]);
  expect(groups.map(specsOf)).toEqual([10, 900, 10]);
});

it("has at most 499 plans in a request, so that the root fits in", async () => {
  const groups = await grouped(Array.from({ length: 1000 }, () => source(0)));
  expect(groups.map((group) => group.length)).toEqual([499, 499, 2]);
});

it("leaves room for the project's context in the first request, which may have nothing else", async () => {
  const text = "a".repeat(14 * 1024 * 1024);
  const context = [{ externalRef: "kiro:steering/a.md", title: "A", text }];
  const groups = async (...sources: Parsed[]) => Array.fromAsync(requests(each(sources), context));
  expect((await groups(source(10), source(490), source(1))).map(specsOf)).toEqual([500, 1]);
  expect((await groups(source(900), source(1))).map(specsOf)).toEqual([900, 1]);
  const large = source(10, "a".repeat(200_000));
  expect((await groups(large, source(10))).map(specsOf)).toEqual([0, 20]);
});

it("has at most 200 context sources in a request", async () => {
  const one = source(1);
  const text = { externalRef: "kiro:a/design.md", title: "A", text: "" };
  const both: Parsed = { ...one, plans: [{ ...one.plans[0], sources: [text, { ...text, title: "B" }] }] };
  const groups = await grouped(Array.from({ length: 300 }, () => both));
  expect(groups.map((group) => group.length)).toEqual([100, 100, 100]);
});

it("creates no request for nothing", async () => {
  expect(await grouped([])).toEqual([]);
});
