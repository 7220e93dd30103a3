import { importPlans } from "@groundplan/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { givenFiles } from "../given-files.ts";
import { sentPlan } from "../send.ts";
import { taskmasterIn } from "./format.ts";

async function read(text: string, path = ".taskmaster/tasks/tasks.json") {
  const files = givenFiles([{ path: `shop/${path}`, file: new Blob([text]) }]);
  const format = taskmasterIn(files);
  const [source] = (await format.find("shop", {})).sources;
  return format.read(source ?? expect.unreachable(), {});
}

/** Words that are found again; JSON escapes none of them. */
const word = fc.integer({ min: 0, max: 10_000 }).map((n) => `word${n}x`);
const text = fc.oneof(
  word,
  fc.tuple(word, word).map(([a, b]) => `${a}\n\n- ${b}`),
  fc.tuple(word, word).map(([a, b]) => `${a}\r\n\`\`\`\n${b}`),
  fc.tuple(word, word).map(([a, b]) => `# ${a}\n<!-- ${b}`),
);
const id = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom("1", "2", "1.2", "", null));
const value = fc.oneof(text, fc.constant(null), fc.array(word, { maxLength: 2 }), fc.record({ deep: word }));
const own = {
  id,
  title: text,
  description: value,
  details: value,
  testStrategy: value,
  acceptanceCriteria: value,
  status: fc.oneof(fc.constantFrom("pending", "done", "review", "blocked"), word),
  priority: value,
  complexity: fc.oneof(fc.integer({ min: 0, max: 11 }), word),
  dependencies: fc.oneof(fc.array(fc.oneof(id, word), { maxLength: 3 }), word),
  custom: value,
};
const options = { requiredKeys: [], noNullPrototype: true };
const task = fc.record({ ...own, subtasks: fc.array(fc.record(own, options), { maxLength: 2 }) }, options);
const tag = fc.record({
  tasks: fc.array(task, { minLength: 1, maxLength: 4 }),
  metadata: fc.dictionary(fc.constantFrom("description", "by"), word),
});
const document = fc
  .oneof(
    fc.record({ master: tag, beta: tag }, options),
    tag.map(({ tasks }) => ({ tasks })),
  )
  .filter((one) => Object.keys(one).length > 0);

it("each word of a file is in a plan or a notice, and the service takes the plans", async () => {
  await fc.assert(
    fc.asyncProperty(document, fc.constantFrom(undefined, 2), async (json, spaces) => {
      const written = JSON.stringify(json, null, spaces);
      const { plans, notices } = await read(written);
      const kept = JSON.stringify([plans, notices]);
      const lost = (written.match(/word\d+x/gu) ?? []).filter((one) => !kept.includes(one));
      expect(lost).toEqual([]);
      const sent = plans.map((plan) => sentPlan(plan, new Map()));
      expect(importPlans.body?.safeParse({ plans: sent }).error).toBeUndefined();
      const refs = plans.flatMap(({ specs = [] }) => specs.map(({ externalRef }) => externalRef));
      expect(new Set(refs).size).toBe(refs.length);
    }),
  );
});

it("a spec's place is the range of its object, in bytes", async () => {
  const json =
    '\uFEFF{ "tasks": [\r\n  {"id": 1, "title": "Ünï", "dependencies": []},\r\n  { "id": 2, "title": "席", "subtasks": [ {"id": 1, "title": "x"} ] } ] }';
  const { plans, files = [] } = await read(json, "tasks/tasks.json");
  const bytes = files[0]?.bytes ?? new Uint8Array();
  const parts = (plans[0].specs ?? []).map(({ source }) =>
    new TextDecoder().decode(bytes.slice(source?.from, source?.to)),
  );
  expect(parts).toEqual([
    '{"id": 1, "title": "Ünï", "dependencies": []}',
    '{ "id": 2, "title": "席", "subtasks": [ {"id": 1, "title": "x"} ] }',
    '{"id": 1, "title": "x"}',
  ]);
  expect(plans[0].specs?.[0]?.source?.path).toBe("tasks/tasks.json");
});

it("a file that is no JSON is refused with its lines, and comments and commas at an end are read", async () => {
  const broken = read('{\n "master": { "tasks": [ {"id": 1,, } ]');
  await expect(broken).rejects.toThrow("is no JSON");
  await expect(broken).rejects.toMatchObject({
    notices: expect.arrayContaining([expect.objectContaining({ line: 2 })]),
  });
  const { plans } = await read('// By hand\n{ "master": { "tasks": [ {"id": 1, "title": "A"}, ] } }');
  expect(plans[0].specs?.[0]?.title).toBe("A");
});
