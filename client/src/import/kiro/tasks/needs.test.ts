import fc from "fast-check";
import { expect, it } from "vitest";
import { parseTasks } from "./parse.ts";
import { known, outlineOf, parse } from "./testing.ts";

const needsOf = (text: string, isOrdered = true, mode: "top" | "all" = "top") =>
  Object.fromEntries(
    parseTasks(text, known(3), mode, isOrdered).tasks.map(({ number, needs }) => [number, needs]),
  );

const ordered = `- [ ] 1. Lay
- [ ] 2. Build
  - [ ] 2.1 Walls
  - [ ] 2.2 Roof
    - _Depends: 2.1_
- [ ] 3. Paint
  - _Depends: 1, Task 2.2_
`;

it("a top-level task needs the one before it, and the tasks that it names", () => {
  expect(needsOf(ordered)).toEqual({ "1": [], "2": ["1"], "3": ["1", "2"] });
  expect(needsOf(ordered, false)).toEqual({ "1": [], "2": [], "3": ["1", "2"] });
});

it("leaves keep the order of their top-level tasks, with few needs", () => {
  expect(needsOf(ordered, true, "all")).toEqual({
    "1": [],
    "2.1": ["1"],
    "2.2": ["2.1"],
    "3": ["1", "2.2"],
  });
});

it("nothing waits for an optional task, which waits for the one before it", () => {
  expect(needsOf("- [ ] 1. A\n- [ ]* 2. B\n- [ ] 3. C\n")).toEqual({ "1": [], "2": ["1"], "3": ["1"] });
});

it("what a task names takes precedence over the order", () => {
  expect(needsOf("- [ ] 1. A\n  - _Depends: 3_\n- [ ] 2. B\n- [ ] 3. C\n")).toEqual({
    "1": ["3"],
    "2": ["1"],
    "3": [],
  });
});

it("a requirement needs the tasks that name it, without optional ones", () => {
  const text =
    "- [ ] 1. A\n  - _Requirements: 1.1, 2_\n- [ ]* 2. B\n  - _Requirements: 3_\n- [ ] 3. C\n  - _Requirements: 1.2_\n";
  expect(parse(text).naming).toEqual(
    new Map([
      ["Requirement 1", ["1", "3"]],
      ["Requirement 2", ["1"]],
    ]),
  );
  expect(parseTasks(text, known(3), "top", false).naming).toEqual(new Map());
});

it("a dependency that isn't there is told by its line", () => {
  const { notices } = parse("- [ ] 1. A\n  - _Depends: 7, the weather_\n  - _Depends: none_\n");
  expect(notices.map(({ line, why }) => [line, why.split(";")[0]])).toEqual([
    [2, "names no task that is known: the weather, 7"],
  ]);
});

it("never needs in a cycle, whatever tasks name", () => {
  const numbers = fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 1 }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(numbers, (depends) => {
      const lines = depends.map((own, index) =>
        [
          `- [ ] ${index + 1}. T`,
          ...own.filter((one) => one > index + 1).map((one) => `  - _Depends: ${one}_`),
        ].join("\n"),
      );
      const needs = needsOf(lines.join("\n"));
      const reaches = (from: string, seen = new Set<string>()): Set<string> => {
        for (const one of needs[from] ?? []) if (!seen.has(one)) reaches(one, seen.add(one));
        return seen;
      };
      for (const task of Object.keys(needs)) expect(reaches(task).has(task)).toBe(false);
    }),
  );
});

it("boxes about success beside numbered tasks are text of the plan", () => {
  const goals =
    "\n## Success Criteria\n\n- [ ] All tests pass\n\n### Speed\n- [ ] It is fast\n\n## Later\n- [ ] 2. Paint\n";
  const read = parse(`- [ ] 1. Build\n${goals}`);
  expect(outlineOf(read)).toEqual(["1 Build TODO", "2 Paint TODO"]);
  expect(read.description).toBe(
    "## Success Criteria\n\n- [ ] All tests pass\n\n### Speed\n- [ ] It is fast\n\n## Later",
  );
  expect(outlineOf(parse("## Done when\n- [ ] All tests pass\n"))).toEqual([
    "all-tests-pass All tests pass TODO",
  ]);
});
