import { describe, expect, it } from "vitest";
import { known, outlineOf, parse } from "./testing.ts";

const small = `# Implementation Plan

Some words.

- [x] 1. Set up the **shop**
  - Create the folder
  - _Requirements: 1.1_
- [ ] 2. Sell
  - [x] 2.1 Build the cart
    - Keep it small
    - _Requirements: 1.2, 2.1_
  - [-] 2.2 Take the money
    - _Requirements: 3_
  - [ ]* 2.3 Write tests

## Notes

The end.
`;

describe("parseTasks", () => {
  it("creates one spec for each top-level task, with its text, the tasks below it and its references", () => {
    expect(parse(small)).toEqual({
      description: "# Implementation Plan\n\nSome words.\n\n## Notes\n\nThe end.",
      tasks: [
        {
          number: "1",
          title: "Set up the shop",
          status: "DONE",
          content:
            "- Create the folder\n- _Requirements: 1.1_\n\n## Acceptance Criteria\n\n1. R1.1: criterion 1.1",
          source: { file: "tasks.md", line: 5, end: 7 },
          needs: [],
        },
        {
          number: "2",
          title: "Sell",
          status: "IN_PROGRESS",
          content: `## Tasks

- [x] 2.1 Build the cart
  - Keep it small
  - _Requirements: 1.2, 2.1_
- [-] 2.2 Take the money
  - _Requirements: 3_
- [ ]* 2.3 Write tests

## Requirements

- Requirement 3: Title 3

## Acceptance Criteria

1. R1.2: criterion 1.2
2. R2.1: criterion 2.1
3. R3.1: criterion 3.1
4. R3.2: criterion 3.2
5. R3.3: criterion 3.3`,
          source: { file: "tasks.md", line: 8, end: 15 },
          needs: ["1"],
        },
      ],
      statuses: new Map([
        ["Requirement 1", "DONE"],
        ["Requirement 2", "DONE"],
        ["Requirement 3", "IN_PROGRESS"],
      ]),
      naming: new Map([
        ["Requirement 1", ["1", "2"]],
        ["Requirement 2", ["2"]],
        ["Requirement 3", ["2"]],
      ]),
      isStarted: true,
      count: { tasks: 5, optional: 1, done: 2 },
      notices: [],
    });
  });

  it("creates one spec for each leaf in mode all, and keeps the text of the tasks above in the description", () => {
    const { tasks, description } = parse(small.replace("Sell\n", "Sell\n  About selling\n"), "all");
    expect(tasks.map(({ number, title, status }) => [number, title, status])).toEqual([
      ["1", "Set up the shop", "DONE"],
      ["2.1", "Build the cart", "DONE"],
      ["2.2", "Take the money", "IN_PROGRESS"],
      ["2.3", "Write tests", "TODO"],
    ]);
    expect(tasks[1]?.content).toBe(
      "Part of: 2 Sell\n\n- Keep it small\n- _Requirements: 1.2, 2.1_\n\n## Acceptance Criteria\n\n1. R1.2: criterion 1.2\n2. R2.1: criterion 2.1",
    );
    expect(tasks[3]?.content).toBe("This task is optional.\n\nPart of: 2 Sell");
    expect(description).toBe(
      "# Implementation Plan\n\nSome words.\n\n- [ ] 2. Sell\n  About selling\n\n## Notes\n\nThe end.",
    );
  });

  it("creates no spec in mode none, says what is left out, and still knows the states", () => {
    const { tasks, description, notices, statuses } = parse(small, "none");
    expect({ tasks, description }).toEqual({ tasks: [], description: "" });
    expect(notices).toEqual([
      {
        file: "tasks.md",
        line: 1,
        text: "# Implementation Plan",
        why: "not imported: 5 tasks, of which 2 are done",
      },
    ]);
    expect(statuses).toEqual(parse(small).statuses);
  });

  it("reads the same with CRLF, with tabs, with a byte order mark and with other bullets", () => {
    const expected = parse(small);
    expect(parse(`\uFEFF${small.replaceAll("\n", "\r\n")}`)).toEqual(expected);
    expect(parse(small.replace(/^ +/gmu, (spaces) => "\t".repeat(spaces.length / 2)))).toEqual(expected);
    for (const bullet of ["*", "+"])
      expect(parse(small.replace(/^( *)- \[/gmu, `$1${bullet} [`))).toEqual(expected);
  });

  it.each([
    ["- [ ] 1. Title", "1 Title TODO"],
    ["- [x] 1 Title", "1-title 1 Title DONE"],
    ["* [X] 1) Title", "1 Title DONE"],
    ["+ [-] １．Title", "1 Title IN_PROGRESS"],
    ["- [~] ١. Title", "1 Title TODO"],
    ["- [] 1. Title", "1 Title TODO"],
    ["- [x ] 1. Title", "1 Title DONE"],
    ["- [ x ] 1. Title", "1 Title DONE"],
    ["- [ X] 1. Title", "1 Title DONE"],
    ["1. [ - ] Title", "1 Title IN_PROGRESS"],
    ["1. [x] Title", "1 Title DONE"],
    ["- [x] **1. Title**", "1 Title DONE"],
    ["- [ ] **1.** Title", "1 Title TODO"],
    ["- [ ] **Task 1: Title**", "1 Title TODO"],
    ["- [ ] Task 1 - Title", "1 Title TODO"],
    ["- [ ] 任务 1：标题", "1 标题 TODO"],
    ["- [ ] 1、标题", "1 标题 TODO"],
    ["- [ ] 1.0 Title", "1 Title TODO"],
    ["### [x] 1. Title", "1 Title DONE"],
    ["        - [ ] 1. Title", "1 Title TODO"],
    [
      "- [ ] Title of `__init__.py` and src/**/*.ts in **bold**",
      "title-of-init-py-and-src-ts-in-bold Title of `__init__.py` and src/**/*.ts in bold TODO",
    ],
    ["- [ ] 3 retries", "3-retries 3 retries TODO"],
    ["- [ ] 2.5x faster", "2-5x-faster 2.5x faster TODO"],
    ["- [ ] *All of it*", "all-of-it All of it TODO"],
    ["1. Title", "1 Title TODO"],
    ["### Task 1: Title", "1 Title TODO"],
    ["- [ ] 1.", "1 Task 1 (untitled) TODO"],
    ["- [ ]", "task Task (untitled) TODO"],
  ])("reads a task's number, title and state: %j", (line, expected) => {
    expect(outlineOf(parse(line))).toEqual([expected]);
  });

  it.each([
    "- [ ]* 1. Title",
    "- [ ] * 1. Title",
    "- [ ]\\* 1. Title",
    "- [ ]* **1. Title**",
    "- [ ] 1.* Title",
    "- [ ] 1* Title",
  ])("reads an optional task: %j", (line) => {
    const { tasks, count } = parse(line);
    expect(count.optional, JSON.stringify(tasks)).toBe(1);
    expect(tasks[0]?.content).toBe("This task is optional.");
  });

  it.each([
    "- plain",
    "text [x] with a box",
    "- [link](x)",
    "- [x](y)",
    "[ ]: x",
    "> - [ ] quoted",
    "- 1st",
    "",
  ])("creates no task from %j, and says that there is none", (line) => {
    const { tasks, description, notices } = parse(line);
    expect(tasks).toEqual([]);
    expect(description).toBe(line);
    expect(notices.map(({ why }) => why)).toEqual([expect.stringContaining("holds no tasks")]);
  });

  it("takes boxes in code blocks, comments and front matter as text", () => {
    const fake = "- [ ] 9. No";
    const text = `---\ntitle: x\n---\n- [ ] 1. A\n  \`\`\`\n  ${fake}\n  \`\`\`\n  <!--\n${fake}\n-->\n- [ ] 2. B\n`;
    const { tasks, description } = parse(text);
    expect(tasks.map(({ title }) => title)).toEqual(["A", "B"]);
    expect(tasks[0]?.content).toContain(`\`\`\`\n${fake}\n\`\`\``);
    expect(description).toBe("---\ntitle: x\n---");
  });

  it("continues after an unclosed code block or comment", () => {
    for (const open of ["```", "~~~", "<!--"])
      expect(outlineOf(parse(`- [ ] 1. A\n  ${open}\n- [ ] 2. B`))).toEqual(["1 A TODO", "2 B TODO"]);
    expect(outlineOf(parse("- [ ] 1. A\n  ```\n- [ ] 2. B\n  ```js\n  x\n  ```"))).toEqual([
      "1 A TODO",
      "2 B TODO",
    ]);
  });

  it("puts an open code block after the sections that it would swallow", () => {
    const { tasks } = parse("- [ ] 1. A\n  ```\n  - [ ] 1.1 B");
    expect(tasks[0]?.content).toBe("## Tasks\n\n- [ ] 1.1 B\n\n```");
  });

  it("cuts a title at 200 characters, begins the content with the whole and says so", () => {
    const long = "𠮷".repeat(201);
    const { tasks, notices } = parse(`- [ ] 1. ${long}\n  - x`);
    expect(tasks[0]).toMatchObject({ title: "𠮷".repeat(200), content: `${long}\n\n- x` });
    expect(notices.map(({ line, why }) => [line, why])).toEqual([[1, expect.stringContaining("cut")]]);
  });

  it("refuses a task or a description over 262,144 bytes, and accepts one of that size", () => {
    expect(parse(`- [ ] 1. A\n${"a".repeat(262_144)}`).tasks[0]?.content).toHaveLength(262_144);
    expect(() => parse(`\n- [ ] 1. A\n${"a".repeat(262_145)}`)).toThrow(
      "tasks.md: the task at line 2 is 262145 bytes, over the limit of 262144; shorten or split it",
    );
    expect(() => parse("a".repeat(262_145))).toThrow("the text outside the tasks is 262145 bytes");
  });

  it("quotes at most 100 criteria for a task, and says how many more there are", () => {
    const { tasks } = parse("- [ ] 1. A\n  _Requirements: 1_", "top", known(1, 300));
    expect(tasks[0]?.content.split("\n").at(-1)).toBe("… and 200 more");
    expect(parse("- [ ] 1. A\n  _Requirements: all_").tasks[0]?.content).toContain(
      "- Requirement 1: Title 1\n- Requirement 2: Title 2\n- Requirement 3: Title 3",
    );
  });

  it("reports unknown boxes and replaced characters", () => {
    const { notices, tasks } = parse("- [?] 1. A\n  x\0y");
    expect(notices.map(({ file, line, why }) => [file, line, why])).toEqual([
      ["tasks.md", 1, 'the box "?" is not known: read as not started'],
      ["tasks.md", 2, "NUL or half a character: replaced by U+FFFD"],
    ]);
    expect(tasks[0]?.status).toBe("TODO");
  });
});
