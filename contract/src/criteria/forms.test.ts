import { describe, expect, test } from "vitest";
import { acceptanceCriteria } from "./read-criteria.ts";

const criteria = (...lines: string[]) => acceptanceCriteria(lines.join("\n"));
const pairs = (...lines: string[]) => criteria(...lines).map(({ id, text }) => [id, text]);
const texts = (...lines: string[]) => criteria(...lines).map(({ text }) => text);

describe("a section is announced", () => {
  test.each([
    ["a heading", ["### 3.1 Success Criteria *(mandatory)*", "", "- a"]],
    ["a bold line", ["**Acceptance Scenarios**:", "", "- a"]],
    ["a bold line that begins its paragraph", ["__Done when__", "- a"]],
    ["a name with a colon directly above a list", ["Some words.", "Acceptance criteria:", "- a"]],
    ["a name with a colon and a blank line above a list", ["受け入れ条件：", "", "- a"]],
    [
      "a summary",
      ["<details>", "<summary><b>Acceptance criteria</b></summary>", "", "- a", "", "</details>"],
    ],
    ["a summary over several lines", ["<details><summary>", "  Abnahmekriterien", "</summary>", "", "- a"]],
  ])("by %s", (_, lines) => {
    expect(texts(...lines)).toEqual(["a"]);
  });

  test.each([
    ["a bold line with more words", ["**Acceptance criteria** of the team", "", "- a"]],
    ["a bold line that does not begin its paragraph", ["Some words.", "**Acceptance criteria**", "", "- a"]],
    ["a colon line that is not above a list", ["Acceptance criteria:", "", "Words.", "", "- a"]],
    ["a line without a colon", ["Acceptance criteria", "- a"]],
    ["an item", ["- **Acceptance criteria**", "  - a"]],
    ["a quote", ["> **Acceptance criteria**", "", "- a"]],
    ["code", ["```", "**Acceptance criteria**", "```", "", "- a"]],
    ["a comment", ["<!--", "## Acceptance criteria", "-->", "", "- a"]],
    ["a summary in a comment", ["<details>", "<!-- <summary>Done when</summary> -->", "", "- a"]],
    ["a definition of done", ["## Definition of done", "- [ ] a"]],
  ])("not by %s", (_, lines) => {
    expect(texts(...lines)).toEqual([]);
  });

  test("by nothing inside of a heading's section", () => {
    expect(texts("## Acceptance criteria", "**Done when**", "- a", "", "Acceptance tests:", "- b")).toEqual([
      "a",
      "b",
    ]);
  });
});

describe("a section without a heading ends", () => {
  const bold = ["**Acceptance criteria**", "- a", ""];
  test.each([
    ["a heading", "#### Deeper"],
    ["a bold line that stands alone", "**Notes**"],
    ["a thematic break", "***"],
    ["a paragraph after its first item", "Words."],
  ])("at %s", (_, line) => {
    expect(texts(...bold, line, "", "- b")).toEqual(["a"]);
  });

  test.each([
    "When this ships, tell support about:",
    "Then come the docs:",
    "Examples:",
    "Example: see below",
    "HTTP2: later, do:",
    "R2 - later:",
    "2.0 is out, so later:",
    "**Given data**",
    "**Q3: Rollout**",
    "**Scenario: extra**",
  ])("after a list at %j, which is no item of a list", (line) => {
    expect(texts(...bold, line, "", "- b")).toEqual(["a"]);
    expect(texts("**Acceptance Scenarios**:", "", "1. a", "", line, "", "1. b")).toEqual(["a"]);
  });

  test("not at a label or a scenario after others of them", () => {
    expect(texts("**Acceptance criteria**", "", "AC-1: a", "", "**AC-2: b**", "", "Words.")).toEqual([
      "a",
      "**b**",
    ]);
    const scenario = ["Scenario: s", "Given g", "", "Scenario: t", "Given h", "", "Words.", "", "Given i"];
    expect(texts("**Acceptance criteria**", "", ...scenario)).toEqual(["s\nGiven g", "t\nGiven h"]);
  });

  test("with its details, but not with those nested in them", () => {
    const inner = ["<details>", "<summary>More</summary>", "", "- b", "", "</details>", ""];
    expect(
      texts(
        "<details>",
        "<summary>Done when</summary>",
        "",
        "- a",
        "",
        ...inner,
        "- c",
        "",
        "</details>",
        "",
        "- d",
      ),
    ).toEqual(["a", "b", "c"]);
  });

  test("not at words before its first item, nor at a paragraph of an item", () => {
    expect(texts("**Acceptance criteria**", "", "All of these:", "", "- a", "", "  more", "- b")).toEqual([
      "a\n\nmore",
      "b",
    ]);
  });

  test("at the beginning of another one", () => {
    expect(texts("**Acceptance criteria**", "- a", "", "**Acceptance tests**", "1. b")).toEqual(["a", "b"]);
  });
});

describe("numbers", () => {
  test("of several parts begin items, deeper ones and lines below belong to theirs", () => {
    expect(texts("## Done when", "1.1 When a,", "then b.", "1.2 c", "1.2.1 d", "", "2.1 e")).toEqual([
      "When a, then b.",
      "c\n1.2.1 d",
      "e",
    ]);
  });
  test("that are indented by four are items", () => {
    expect(texts("## Done when", "", "    1. a", "       - b", "    2. c")).toEqual(["a\n- b", "c"]);
  });
  test("in wrapped prose begin no item", () => {
    expect(texts("## Done when", "The page loads within", "2.5 seconds.", "", "- a")).toEqual(["a"]);
    expect(texts("## Done when", "2.0 must be released first.", "", "- a")).toEqual(["a"]);
    expect(texts("## Done when", "2.5 seconds are the limit.", "", "- a")).toEqual(["a"]);
  });
});

describe("lines with labels", () => {
  test("are items, two or more of them, each with the lines below it that have none", () => {
    expect(
      pairs(
        "## Done when",
        "AC-1: one",
        "more",
        "**AC-2** two",
        "",
        "words",
        "",
        "- bullet",
        "",
        "### Notes",
        "AC-3: no",
      ),
    ).toEqual([
      ["AC-1", "one more"],
      ["AC-2", "two\n\nwords\n\n- bullet"],
    ]);
  });
  test("are headings, too, and stand directly below a list", () => {
    expect(
      pairs("## Done when", "### AC-1: One", "", "words", "", "### AC-2: Two", "- x", "### More", "y"),
    ).toEqual([
      ["AC-1", "One\n\nwords"],
      ["AC-2", "Two\n- x"],
    ]);
    expect(pairs("## Done when", "**AC1:** One", "- x", "**AC2:** Two", "- y")).toEqual([
      ["AC1", "One\n- x"],
      ["AC2", "Two\n- y"],
    ]);
  });
  test("are text if there is only one", () => {
    expect(pairs("## Done when", "AC-1: one", "", "- a", "- b")).toEqual([[null, "a"], [null, "b"]]); // biome-ignore format: pairs
  });
});

describe("Gherkin", () => {
  const scenarios = [
    "Feature: Sign-in",
    "  Background:",
    "    Given a person",
    "  @slow",
    "  Scenario: AC-1: Right password",
    "    Given the form",
    "    When they sign in",
    "    Then they see their plans",
    "",
    "  Scenario Outline: Wrong one",
    "    When they type <word>",
    "    Examples:",
    "      | word |",
    "      | a    |",
  ];
  const read = [
    ["AC-1", "Right password\nGiven the form\nWhen they sign in\nThen they see their plans"],
    [null, "Wrong one\nWhen they type <word>\nExamples:\n| word |\n| a    |"],
  ];
  test("in a fence gives each scenario with its steps and rows; a background is left out", () => {
    expect(pairs("## Acceptance criteria", "", "```gherkin", ...scenarios, "```")).toEqual(read);
  });
  test("in plain text gives the same", () => {
    expect(pairs("## Acceptance criteria", "", ...scenarios.map((line) => line.trim()))).toEqual(read);
  });
  test("keeps doc strings, and leaves out tags; a scenario may have no steps yet", () => {
    const lines = ["Scenario: s", "Given g", '"""', "a text", '"""', "@slow", "**Scenario**: t"];
    expect(texts("## Done when", ...lines)).toEqual(['s\nGiven g\n"""\na text\n"""', "t"]);
  });
  test("begins with no heading called example", () => {
    expect(texts("## Done when", "- a", "", "### Example: config", "", "- When set")).toEqual([
      "a",
      "When set",
    ]);
  });
  test("needs steps: an example in words is prose", () => {
    expect(texts("## Done when", "- a", "", "Example: a list of three.")).toEqual(["a"]);
  });
  test("in the code of another language is none", () => {
    expect(texts("## Done when", "- a", "", "```ts", "Scenario: x", "Given y", "```")).toEqual(["a"]);
  });
});

describe("bullets and boxes", () => {
  test("are items with their nested content; a box leaves the text and says whether it is ticked", () => {
    expect(criteria("## Acceptance criteria", "- [ ] a", "  - b", "- [x] AC-2: c", "- d")).toEqual([
      { id: null, text: "a\n- b", line: 2, checked: false },
      { id: "AC-2", text: "c", line: 4, checked: true },
      { id: null, text: "d", line: 5 },
    ]);
  });
  test("take #1 as label if every one begins so", () => {
    expect(pairs("## Acceptance criteria", "<!-- AC:BEGIN -->", "- [ ] #1 a", "- [x] #2 b", "<!-- AC:END -->")).toEqual([["#1", "a"], ["#2", "b"]]); // biome-ignore format: pairs
    expect(pairs("## Acceptance criteria", "- #1 a", "- b")).toEqual([[null, "#1 a"], [null, "b"]]); // biome-ignore format: pairs
  });
  test.each([
    "### Notes",
    "### Out of scope",
    "**Assumptions**",
    "**Definition of Done:**",
    "### Non-goals",
    "### Open Questions (2)",
  ])("under %s are none, until the next heading", (aside) => {
    expect(texts("## Acceptance criteria", "- a", "", aside, "- no", "", "### More", "- b")).toEqual([
      "a",
      "b",
    ]);
  });
});

describe("a table", () => {
  test("gives each row, without its label, empty cells and a column of numbers", () => {
    expect(
      pairs("## Done when", "| # | ID | What | Limit |", "|---|:-:|---|---|", "| 1 | **AC-1** | a \\| b | |", "| 2 | AC-2 | c | 3 s |"),
    ).toEqual([["AC-1", "a | b"], ["AC-2", "c — 3 s"]]); // biome-ignore format: pairs
  });
  test("takes a column of labels wherever it stands, also linked ones, and drops cells beyond the header", () => {
    expect(
      pairs("## Done when", "| T | ID |", "|---|---|", "| x | LOG-1 | more |", "| y | LOG-2 |"),
    ).toEqual([["LOG-1", "x"], ["LOG-2", "y"]]); // biome-ignore format: pairs
    expect(pairs("## Done when", "| ID | T |", "|---|---|", "| [AC-1](#a) | x |")).toEqual([["AC-1", "x"]]);
    expect(pairs("## Done when", "| T |", "|---|", "| AC-1: x |")).toEqual([["AC-1", "x"]]);
  });
  test("keeps cells that only look like labels", () => {
    expect(pairs("## Done when", "| What | Priority |", "|---|---|", "| a | P1 |", "| b | P1 |")).toEqual([[null, "a — P1"], [null, "b — P1"]]); // biome-ignore format: pairs
  });
});

test("below a heading that version 0.1 did not know, numbers under an aside are none", () => {
  expect(texts("## Success criteria", "- a", "", "### Notes", "1. n")).toEqual(["a"]);
  expect(texts("## Acceptance criteria", "- a", "", "### Notes", "1. n")).toEqual(["n"]);
});

describe("a section has one form, the first that it holds", () => {
  test.each([
    ["numbers", ["- b", "", "1. a", "", "AC-1: c", "AC-2: d"], ["a"]],
    ["lines with labels", ["- b", "", "AC-1: c", "AC-2: d"], ["c", "d"]],
    ["Gherkin", ["- b", "", "Scenario: s", "Given g"], ["s\nGiven g"]],
    ["bullets", ["| a |", "|---|", "| c |", "", "- b"], ["b"]],
  ])("%s", (_, lines, expected) => {
    expect(texts("## Acceptance criteria", ...lines)).toEqual(expected);
  });
});

describe("outside of sections", () => {
  const requirement = ["### Requirement: Sign-in", "The system SHALL sign people in.", ""];
  const scenario = [
    "#### Scenario: Right password",
    "- **WHEN** they sign in",
    "- **THEN** they see their plans",
    "",
  ];
  const functional = ["### Functional Requirements", "", "- **FR-001**: a", "- **FR-002**: b", "- c", ""];

  test("OpenSpec's scenarios are criteria, each with its block as written", () => {
    expect(texts(...requirement, ...scenario, "## Other", "words")).toEqual([
      "Right password\n- **WHEN** they sign in\n- **THEN** they see their plans",
    ]);
    expect(texts(...scenario)).toEqual([]);
  });
  test("bullets with FR-001 under Functional Requirements are criteria", () => {
    expect(pairs("## Requirements", ...functional)).toEqual([["FR-001", "a"], ["FR-002", "b"]]); // biome-ignore format: pairs
  });
  test("bullets with other labels there are none, and front matter announces nothing", () => {
    expect(texts("## Functional Requirements", "", "- **FRAME-2**: a")).toEqual([]);
    expect(texts("---", "acceptance_criteria:", "  - a", "owner: b", "---", "", "Words.")).toEqual([]);
  });
  test("both are read next to other sections, in the order of the text", () => {
    expect(
      texts("**Acceptance Scenarios**:", "", "1. first", "", ...functional, "## Success Criteria", "- last"),
    ).toEqual(["first", "a", "b", "last"]);
  });
  test("neither is read if a heading of acceptance criteria gives one", () => {
    expect(texts(...requirement, ...scenario, ...functional, "## Acceptance criteria", "- x")).toEqual(["x"]);
    expect(texts(...functional, "## Acceptance criteria", "nothing yet")).toEqual(["a", "b"]);
  });
});

describe("a label", () => {
  test.each([
    ["**AC-1** text", "AC-1", "text"],
    ["**AC-1.** text", "AC-1", "text"],
    ["AC-1. text", "AC-1", "text"],
    ["AC-1) text", "AC-1", "text"],
    ["[AC-1] text", "AC-1", "text"],
    ["AC-1 - text", "AC-1", "text"],
    ["AC-1 – text", "AC-1", "text"],
    ["FR-001 — text", "FR-001", "text"],
    ["**SC-002 – Title** text", "SC-002", "**Title** text"],
    ["US-3: text", "US-3", "text"],
    ["SHA-256-hashed", null, "SHA-256-hashed"],
    ["file1.txt", null, "file1.txt"],
    ["UTF-8 - text", null, "UTF-8 - text"],
    ["Step2) text", null, "Step2) text"],
    ["AC-1 text", null, "AC-1 text"],
  ])("%j", (item, id, text) => {
    expect(pairs("## Done when", `- ${item}`)).toEqual([[id, text]]);
  });
  test("has any letters if two items of the section begin with them", () => {
    expect(pairs("## Done when", "- Step1. a", "- Step2. b")).toEqual([["Step1", "a"], ["Step2", "b"]]); // biome-ignore format: pairs
    expect(pairs("## Done when", "1. Q1: a", "2. Q2 - b")).toEqual([["Q1", "a"], ["Q2", "b"]]); // biome-ignore format: pairs
  });
});
