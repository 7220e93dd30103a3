import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outlineOf, parse } from "./testing.ts";

const titles = (text: string, mode: "top" | "all" = "top") => outlineOf(parse(text, mode));

describe("numbers", () => {
  it("decide a task's parent, whatever the indentation", () => {
    const text = "- [ ] 1. A\n- [ ] 1.1 B\n      - [ ] 2. C\n- [ ] 2.1 D\n- [ ] 1.2 E\n  - [ ] 1.1.1 F";
    expect(titles(text)).toEqual(["1 A TODO", "2 C TODO"]);
    expect(parse(text).tasks[0]?.content).toBe("## Tasks\n\n- [ ] 1.1 B\n  - [ ] 1.1.1 F\n- [ ] 1.2 E");
  });

  it("without a line for their group create one, named by the heading above the first", () => {
    const text = "# Plan\n## Phase 1: Setup\n- [x] 1.1 A\n- [x] 1.2 B\n## Phase 2: Build\n- [-] 2.1 C";
    expect(titles(text)).toEqual(["1 Phase 1: Setup DONE", "2 Phase 2: Build IN_PROGRESS"]);
    expect(parse(text).tasks[0]?.source.line).toBe(3);
  });

  it("without a line or a heading for their group create one named by its number", () => {
    expect(titles("- [ ] 1.1 A")).toEqual(["1 Tasks 1 TODO"]);
    expect(titles("# Plan\n- [ ] 1.1 A\n- [ ] 2.1 B")).toEqual(["1 Tasks 1 TODO", "2 Tasks 2 TODO"]);
  });

  it("of headings are groups, whose text is theirs", () => {
    const text =
      "# Plan\n### 1. Setup\n**Requirements**: 1.1\n#### 1.1 Folder\n- [x] 1.1.1 A\n- [ ] 1.1.2 B\n---\n### 2. Other";
    const { tasks, description } = parse(text);
    expect(tasks.map(({ number, title, status }) => [number, title, status])).toEqual([
      ["1", "Setup", "IN_PROGRESS"],
    ]);
    expect(tasks[0]?.content).toBe(
      "**Requirements**: 1.1\n\n## Tasks\n\n- 1.1 Folder\n  - [x] 1.1.1 A\n  - [ ] 1.1.2 B\n\n## Acceptance Criteria\n\n1. R1.1: criterion 1.1",
    );
    expect(description).toBe("# Plan\n\n---\n### 2. Other");
  });

  it("of headings above boxes without numbers are tasks", () => {
    const text =
      "## Overview\n### 1. Setup\n- [x] A\n  - [-] B\n### Task 2: Build\ntext\n- [ ] C\n## 3. Notes\nx";
    expect(titles(text)).toEqual(["1 Setup IN_PROGRESS", "2 Build TODO"]);
    expect(parse(text).tasks[1]?.content).toBe("text\n\n## Tasks\n\n- [ ] C");
  });

  it("of steps in a task's text are text", () => {
    const text = "1. A\n- [ ] 1.1 B\n  1. step\n  2. step\n  3. step\n2. C\n- [ ] 2.1 D";
    expect(titles(text)).toEqual(["1 A TODO", "2 C TODO"]);
    expect(parse(text, "all").tasks[0]?.content).toBe("Part of: 1 A\n\n1. step\n2. step\n3. step");
    expect(titles("1. A\n   1. step\n   2. step\n2. B")).toEqual(["1 A TODO", "2 B TODO"]);
  });

  it("that are duplicates create a task each, and are reported", () => {
    const { tasks, notices } = parse("- [x] 1. A\n- [x] 1.1 B\n## Phase 2\n- [ ] 1. C\n- [ ] 1.1 D");
    expect(tasks.map(({ number, title }) => [number, title])).toEqual([
      ["1", "A"],
      ["1-2", "C"],
    ]);
    expect(tasks[1]?.content).toBe("## Tasks\n\n- [ ] 1.1 D");
    expect(notices.map(({ line, why }) => [line, why])).toEqual([
      [4, "its number was there before: a task of its own, 1-2"],
      [5, "its number was there before: a task of its own, 1.1-2"],
    ]);
  });

  it("that restart at 1 further right count within the task above", () => {
    const text = "- [ ] 1. A\n  - [x] 1. B\n  - [ ] 2. C\n- [ ] 2. D\n  - [ ] 1. E";
    expect(titles(text)).toEqual(["1 A IN_PROGRESS", "2 D TODO"]);
    expect(titles(text, "all")).toEqual(["1.1 B DONE", "1.2 C TODO", "2.1 E TODO"]);
    expect(parse(text).notices).toEqual([]);
  });
});

describe("tasks without numbers", () => {
  it("belong to the task that they are indented below", () => {
    const text = "- [x] A\n  - [x] B\n    - [ ] C\n  - plain\n- [ ] D";
    expect(titles(text)).toEqual(["a A TODO", "d D TODO"]);
    expect(parse(text).tasks[0]?.content).toBe("- plain\n\n## Tasks\n\n- [x] B\n  - [ ] C");
    expect(titles(text, "all")).toEqual(["c C TODO", "d D TODO"]);
  });

  it("have separate names below their parent's number", () => {
    const text = "- [ ] 1. A\n  - [ ] Write tests\n- [ ] 2. B\n  - [ ] Write tests\n  - [ ] Write tests";
    expect(parse(text, "all").tasks.map(({ number }) => number)).toEqual([
      "1/write-tests",
      "2/write-tests",
      "2/write-tests-2",
    ]);
  });
});

describe("a task's text", () => {
  it("goes to the task that it is indented below", () => {
    const text =
      "- [ ] 1. A\n  - of A\n  - [ ] 1.1 B\n    - of B\n      wrapped\n  wrapped too\n\n  - of A again\n\nat the left";
    const { tasks } = parse(text);
    expect(tasks[0]?.content).toBe(
      "- of A\n\n- of A again\n\n## Tasks\n\n- [ ] 1.1 B\n    - of B\n      wrapped\n  wrapped too\n\n  at the left",
    );
  });

  it("ends at a heading and at a separator", () => {
    const { description } = parse("- [ ] 1. A\n  of A\n---\nNot of A\n- [ ] 2. B\n## Notes\nNot of B");
    expect(description).toBe("---\nNot of A\n\n## Notes\nNot of B");
  });
});

interface Node {
  box: string;
  text: string[];
  children: Node[];
}
const nodes = (children: fc.Arbitrary<Node[]>) =>
  fc.array(
    fc.record({
      box: fc.constantFrom("[ ] ", "[x] ", "[-] ", "[ ]* "),
      text: fc.array(fc.constantFrom("- one", "- two", "_Requirements: 1.1_"), { maxLength: 2 }),
      children,
    }),
    { maxLength: 3 },
  );
const forest = nodes(nodes(nodes(fc.constant([]))));

/** Writes a tree of numbered tasks; `indent` gives each task's indentation. */
function write(nodes: readonly Node[], indent: (depth: number) => string, prefix = "", depth = 0): string[] {
  return nodes.flatMap(({ box, text, children }, index) => {
    const number = `${prefix}${index + 1}`;
    const spaces = indent(depth);
    return [
      `${spaces}- ${box}${number}${depth === 0 ? "." : ""} Task ${number}x`,
      ...text.map((line) => `${spaces}  ${line}`),
      ...write(children, indent, `${number}.`, depth + 1),
    ];
  });
}

describe("a tree of numbered tasks", () => {
  it("gives the same specs however it is indented", () => {
    fc.assert(
      fc.property(
        forest,
        fc.array(fc.nat(9), { minLength: 1, maxLength: 30 }),
        fc.constantFrom("top" as const, "all" as const),
        (nodes, random, mode) => {
          let next = 0;
          const indents = [
            (depth: number) => "    ".repeat(depth),
            (depth: number) => "\t".repeat(depth),
            (depth: number) => " ".repeat(Math.min(depth, 1) * 3),
            () => " ".repeat(random[next++ % random.length] ?? 0),
          ];
          const specs = (indent: (depth: number) => string) => {
            const { tasks, statuses, count } = parse(write(nodes, indent), mode);
            return { tasks, statuses, count };
          };
          const flat = specs(() => "");
          for (const indent of indents) expect(specs(indent)).toEqual(flat);
        },
      ),
      { numRuns: 200 },
    );
  });
});
