import { importPlans } from "@groundplan/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { givenFiles } from "../given-files.ts";
import { sentPlan } from "../send.ts";
import { beadsIn } from "./format.ts";

async function read(text: string) {
  const files = givenFiles([{ path: "shop/.beads/issues.jsonl", file: new Blob([text]) }]);
  const format = beadsIn(files);
  const [source] = (await format.find("shop", {})).sources;
  return format.read(source ?? expect.unreachable(), {});
}

const word = fc.integer({ min: 0, max: 10_000 }).map((n) => `word${n}x`);
const text = fc.oneof(
  word,
  fc.tuple(word, word).map(([a, b]) => `${a}\n\n1. ${b}`),
  fc.tuple(word, word).map(([a, b]) => `${a}\n~~~\n${b}`),
);
const id = fc.constantFrom("b-1", "b-2", "b-2.1", "b-3", "b-4");
const dependency = fc.record({
  issue_id: id,
  depends_on_id: fc.oneof(id, word, fc.constant("external:x:y")),
  type: fc.constantFrom("blocks", "parent-child", "waits-for", "related", "discovered-from"),
});
const comment = fc.record({
  author: word,
  text: fc.oneof(word, fc.constant("")),
  created_at: fc.constantFrom("2026-01-02T03:04:05.123456+01:00", "yesterday"),
});
const issue = fc.record(
  {
    id,
    title: text,
    description: text,
    design: text,
    acceptance_criteria: text,
    notes: text,
    status: fc.oneof(fc.constantFrom("open", "closed", "blocked"), word),
    priority: fc.integer({ min: 0, max: 4 }),
    issue_type: fc.constantFrom("task", "epic", "bug"),
    estimated_minutes: fc.constantFrom(0, 60, 61, 5000),
    labels: fc.array(word, { maxLength: 2 }),
    metadata: fc.dictionary(word, word, { maxKeys: 2 }),
    dependencies: fc.array(dependency, { maxLength: 3 }),
    comments: fc.array(comment, { maxLength: 2 }),
  },
  { requiredKeys: ["id", "title", "status"], noNullPrototype: true },
);
const memory = fc.record({ _type: fc.constant("memory"), key: word, value: word }, { noNullPrototype: true });
const line = fc.oneof(
  { weight: 8, arbitrary: issue.map((one) => JSON.stringify(one)) },
  memory.map((one) => JSON.stringify(one)),
  word,
  fc.constant(""),
);

it("each word of a file is in a plan or a notice, and the service takes the plans", async () => {
  const first = '{"id":"b-0","title":"First","status":"open"}';
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
      const written = [first, ...lines].join("\n");
      const { plans, notices } = await read(written);
      const kept = JSON.stringify([plans, notices]);
      const lost = (written.match(/word\d+x/gu) ?? []).filter((one) => !kept.includes(one));
      expect(lost).toEqual([]);
      const sent = plans.map((plan) => sentPlan(plan, new Map()));
      expect(importPlans.body?.safeParse({ plans: sent }).error).toBeUndefined();
      const seen = new Set<string>();
      for (const { externalRef, parentExternalRef } of plans) {
        if (parentExternalRef !== undefined) expect(seen.has(parentExternalRef)).toBe(true);
        seen.add(externalRef);
      }
    }),
  );
});

it("a spec's place is the range of its object, in bytes", async () => {
  const { plans, files = [] } = await read(
    '\uFEFF {"id":"ü-1","title":"席","status":"open"} \r\n{"id":"b","title":"B","status":"open"}',
  );
  const parts = (plans[0].specs ?? []).map(({ source }) =>
    new TextDecoder().decode(files[0]?.bytes.slice(source?.from, source?.to)),
  );
  expect(parts).toEqual([
    '{"id":"ü-1","title":"席","status":"open"}',
    '{"id":"b","title":"B","status":"open"}',
  ]);
});

it("who needs an epic needs its last issues, and the first ones need what it needs", async () => {
  const edge = (from: string, to: string, type: string) => ({ issue_id: from, depends_on_id: to, type });
  const one = (name: string, edges: [string, string][], type = "task") =>
    JSON.stringify({
      id: name,
      title: name,
      status: "open",
      issue_type: type,
      dependencies: edges.map(([to, kind]) => edge(name, to, kind)),
    });
  const { plans } = await read(
    [
      one("e", [["before", "blocks"]], "epic"),
      one("e1", [["e", "parent-child"]]),
      one("e2", [
        ["e", "parent-child"],
        ["e1", "blocks"],
      ]),
      one("before", []),
      one("after", [["e", "blocks"]]),
    ].join("\n"),
  );
  const needs = plans.flatMap(({ specs = [] }) =>
    specs.map(({ externalRef, needsFirst }) => [externalRef, needsFirst]),
  );
  expect(Object.fromEntries(needs)).toEqual({
    "beads:before": [],
    "beads:after": ["beads:e2"],
    "beads:e1": ["beads:before"],
    "beads:e2": ["beads:e1"],
  });
});
