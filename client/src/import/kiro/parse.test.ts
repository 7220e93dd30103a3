import { describe, expect, it } from "vitest";
import { acceptanceCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import { parseKiro } from "./parse.ts";
import { criteriaOf, parse, small } from "./testing.ts";

const japanese = `# 要件定義書

## はじめに
お店です。

## 要件（Requirements）

### 要件１：カート
**目的:** 買い物

#### 受入基準（Acceptance Criteria）
1. 追加すること
2. 削除すること

### 要件 2
#### 受け入れ基準
1. 支払うこと
`;

describe("parseKiro", () => {
  it("quotes the whole text of each criterion named by a task, on one line, as its acceptance criteria", () => {
    const criteria = [
      "1. WHEN a card is refused",
      "   THEN the order stays open:",
      "   - nobody is charged",
      "",
      "   and the page says so",
      "2. WHEN it is paid THEN a mail goes out",
    ];
    const requirements = [
      "# Shop",
      "",
      "## Requirement 1: Pay",
      "",
      "### Acceptance Criteria",
      ...criteria,
    ].join("\n");
    const tasks = "- [ ] 1. Refuse\n  - _Requirements: 1.1, 1.2_\n";
    const content = parse(requirements, { "tasks.md": tasks }).tasks?.tasks[0]?.content ?? "";
    expect(acceptanceCriteria(content).map(({ id, text }) => [id, text])).toEqual([
      ["R1.1", "WHEN a card is refused THEN the order stays open: - nobody is charged and the page says so"],
      ["R1.2", "WHEN it is paid THEN a mail goes out"],
    ]);
  });

  it("creates a plan of the text outside the requirements and a spec of each requirement", () => {
    expect(parse(small, {}, "shop")).toEqual({
      context: [],
      withoutContext: [],
      plan: { name: "shop", description: "# Requirements Document\n\n## Introduction\nA shop." },
      specs: [
        {
          ref: "Requirement 1",
          number: "1",
          title: "Cart",
          titleFrom: "heading",
          content:
            "**Objective:** As a buyer, I want a cart.\n\n## Acceptance Criteria\n\n1. R1.1: WHEN a THEN b\n2. R1.2: IF c THEN d",
          criteria: 2,
          source: { file: "requirements.md", line: 8, end: 14 },
        },
        {
          ref: "Requirement 2",
          number: "2",
          title: "Paying",
          titleFrom: "heading",
          content: "## Acceptance Criteria\n\n1. R2.1: e",
          criteria: 1,
          source: { file: "requirements.md", line: 15, end: 19 },
        },
      ],
      tasks: null,
      notUnderstood: [],
    });
  });

  it("reads Japanese headings and leaves the text Japanese", () => {
    const { plan, specs, notUnderstood } = parse(japanese);
    expect(plan.description).toBe("# 要件定義書\n\n## はじめに\nお店です。");
    expect(specs.map(({ ref, title }) => [ref, title])).toEqual([
      ["要件1", "カート"],
      ["要件 2", "支払うこと"],
    ]);
    expect(specs[0]?.content).toBe(
      "**目的:** 買い物\n\n## Acceptance Criteria\n\n1. R1.1: 追加すること\n2. R1.2: 削除すること",
    );
    expect(notUnderstood).toEqual([]);
  });

  it("reads the same with CRLF, with lone CR and with a byte order mark", () => {
    const expected = parse(small);
    expect(parse(`\uFEFF${small.replaceAll("\n", "\r\n")}`)).toEqual(expected);
    expect(parse(small.replaceAll("\n", "\r"))).toEqual(expected);
  });

  it("takes a heading in a code block, a quote, a list or a comment as text", () => {
    const fake = "### Requirement 9: No\n#### Acceptance Criteria";
    const wrapped = [
      `\`\`\`md\n${fake}\n\`\`\``,
      fake.replace(/^/gmu, "    "),
      fake.replace(/^/gmu, "> "),
      fake.replace(/^/gmu, "- "),
      `<!--\n${fake}\n-->`,
    ];
    for (const block of wrapped) {
      const { specs } = parse(small.replace("**Objective:**", `Before\n\n${block}\n\n**Objective:**`));
      expect(specs.map(({ title }) => title)).toEqual(["Cart", "Paying"]);
      expect(specs[0]?.content).toContain(block);
      expect(criteriaOf(specs[0]?.content ?? "")).toEqual(["R1.1: WHEN a THEN b", "R1.2: IF c THEN d"]);
    }
  });

  it("puts the text after the criteria before them, so that the criteria end the content", () => {
    const { specs } = parse("### Requirement 1: A\nx\n#### Acceptance Criteria\n1. c\n#### Notes\n1. n\n");
    expect(specs[0]?.content).toBe("x\n\n#### Notes\n1. n\n\n## Acceptance Criteria\n\n1. R1.1: c");
  });

  it("leaves text after the criteria if it contains an unclosed code block", () => {
    const { specs, notUnderstood } = parse(
      "### Requirement 1: A\n#### Acceptance Criteria\n1. c\n#### Notes\n```\nx",
    );
    expect(specs[0]?.content).toBe("## Acceptance Criteria\n\n1. R1.1: c\n\n#### Notes\n```\nx");
    expect(notUnderstood.map(({ why }) => why)).toEqual([expect.stringContaining("open code block")]);
  });

  it("keeps groups of criteria, and the words of a criteria heading beyond its name", () => {
    const { specs } = parse(
      "### Requirement 1: A\n#### Acceptance Criteria\n##### Up\n1. a\n#### Acceptance Criteria (errors)\n1. b\n",
    );
    expect(specs[0]?.content).toBe(
      "## Acceptance Criteria\n\n##### Up\n1. R1.1: a\n\n**Acceptance Criteria (errors)**\n\n1. b",
    );
    expect(criteriaOf(specs[0]?.content ?? "")).toEqual(["R1.1: a", "b"]);
  });

  it("creates a spec of a requirement without criteria or without any text, and says so", () => {
    const { specs, notUnderstood } = parse(
      "### Requirement 1: A\ntext\n### Requirement 2: B\n### Requirement 3: C\n#### Acceptance Criteria\n",
    );
    expect(specs.map(({ content }) => content)).toEqual(["text", "", "## Acceptance Criteria"]);
    expect(notUnderstood.map(({ line, why }) => [line, why])).toEqual(
      [1, 3, 4].map((line) => [line, "has no numbered acceptance criteria"]),
    );
  });

  it("cuts titles and names at 200 characters, keeps the whole and says so", () => {
    const long = "𠮷".repeat(201);
    const { plan, specs, notUnderstood } = parse(
      `# ${long}\n### Requirement 1: ${long}\n#### Acceptance Criteria\n1. x\n`,
    );
    expect(plan).toEqual({ name: "𠮷".repeat(200), description: `# ${long}` });
    expect(specs[0]).toMatchObject({
      title: "𠮷".repeat(200),
      content: `${long}\n\n## Acceptance Criteria\n\n1. R1.1: x`,
    });
    expect(notUnderstood.map(({ line, text }) => [line, text])).toEqual([
      [1, long],
      [2, `### Requirement 1: ${long}`],
    ]);
  });

  it("replaces NUL in texts and control characters in titles, and says so", () => {
    const { specs, notUnderstood } = parse(
      "### Requirement 1: A\u0007B\n\n#### Acceptance Criteria\n1. x\0y\n",
    );
    expect(specs[0]).toMatchObject({ title: "A B", content: "## Acceptance Criteria\n\n1. R1.1: x\uFFFDy" });
    expect(notUnderstood.map(({ line, text }) => [line, text])).toEqual([
      [1, "### Requirement 1: A\u0007B"],
      [4, "1. x\uFFFDy"],
    ]);
  });

  it("refuses a content or description over 262,144 bytes of UTF-8, and accepts one of that size", () => {
    const content = (bytes: number) =>
      `### Requirement 1: A\n${"あ".repeat(bytes / 3)}${"a".repeat(bytes % 3)}`;
    expect(Buffer.byteLength(parse(content(262_144)).specs[0]?.content ?? "")).toBe(262_144);
    expect(() => parse(content(262_145))).toThrow(
      /line 1 is 262145 bytes, over the limit of 262144; shorten/u,
    );
    expect(() => parse("a".repeat(262_145))).toThrow(/outside the requirements is 262145 bytes/u);
  });

  it("refuses files without requirements.md, and says what to give", () => {
    expect(() => parseKiro({ "design.md": "x" })).toThrow(/no requirements\.md: give the folder/u);
  });
});
