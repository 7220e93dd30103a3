import { describe, expect, test } from "vitest";
import { readiness } from "./index.ts";

const lines = (...all: string[]) => all.join("\n");
const grade = (content: string, more: { title?: string; effort?: number; danglingNeeds?: string[] } = {}) =>
  readiness({ title: "Import of contacts", effort: null, danglingNeeds: [], ...more, content });
const found = (content: string, more = {}) =>
  grade(content, more).reasons.map(({ code, line }) => `${code} ${line}`);

const criteria = lines(
  "Contacts come from a file, so that nobody types them again.",
  "",
  "## Acceptance criteria",
  "",
  "1. When the user picks a CSV file, then the page lists the contacts in it.",
  "2. When the user confirms, then the contacts are stored.",
);
const good = `${criteria}\n3. If a row has no address, then the row is listed as skipped.\n`;

describe("the grade", () => {
  test("is 1 for an empty spec", () => {
    expect(grade("")).toMatchObject({ readiness: 1 });
    expect(found("")).toEqual(["missing-criteria null", "too-short null"]);
    expect(found(" \r\n\t\n# Heading")).toEqual(["missing-criteria null", "too-short null"]);
  });

  test("is 5, without reasons, for testable criteria with a failure path and no open question", () => {
    expect(grade(good)).toEqual({ readiness: 5, reasons: [] });
  });

  test("is the same for every kind of line ending, and so are the lines of the reasons", () => {
    const open = `${good}\nTBD: the encoding`;
    for (const end of ["\r\n", "\r"]) expect(grade(open.replaceAll("\n", end))).toEqual(grade(open));
    expect(found(open)).toEqual(["open-questions 9"]);
    expect(found(`\uFEFF${open}`)).toEqual(["open-questions 9"]);
  });

  test.each([
    ["a failure path is missing", criteria, 4],
    ["one question is open", `${good}\nTBD: the encoding`, 3],
    ["three questions are open", `${good}\nTBD: the encoding\n\nTBD: the limit\n\nWho may do it?`, 2],
    ["one criterion is vague", `${good}4. The list is intuitive and the import fast.`, 4],
    ["three criteria are vague", `${good}4. It is fast.\n5. It is robust.\n6. It is modern.`, 3],
    ["no criterion is there", "Contacts come from a file, so that nobody types them again, if possible.", 2],
    ["neither a criterion nor an answer is there", "Contacts come from a file, or from where else?", 1],
  ])("loses the weight of each rule that finds something: %s", (_, content, expected) => {
    expect(grade(content).readiness).toBe(expected);
  });

  test("is never lower than without the criteria, whatever else is found", () => {
    const worst = "# Done when\n1. Fast, etc\n2. Nice, maybe\n3. Smoothly, ideally?\n4. TBD\n5. Why?";
    const text = "Contacts come from a file, so that nobody has to type them all again.\n\n";
    expect(grade(text + worst, { effort: 5, danglingNeeds: ["SPEC-1"] }).readiness).toBe(2);
    expect(grade(worst).readiness).toBe(1);
  });

  test("is 2 at most without a criterion that can be checked", () => {
    const story =
      "As a customer I want a link by mail, so that I never again have to remember a password.\n\n";
    expect(grade(`${story}# Done when\n1. It works.`).readiness).toBe(2);
    expect(grade(`${story}# Done when\n1. It works.\n2. Scalable, robust, secure, modern`).readiness).toBe(2);
    expect(grade(`${story}# Done when\n1. A link that was used once opens nothing.`).readiness).toBe(5);
  });

  test("counts all findings and lists eight, at least one of each rule", () => {
    const open = Array.from({ length: 30 }, (_, index) => `TBD: number ${index}\n`).join("\n");
    expect(found(`${good}\n${open}`)).toHaveLength(8);
    const vague = found(`${criteria}\n3. The page is fast.\n\n${open}`);
    expect(vague.map((reason) => reason.split(" ")[0])).toEqual([
      ...Array.from({ length: 6 }, () => "open-questions"),
      ...["vague-words", "no-failure-path"],
    ]);
  });
});

describe("a reason", () => {
  test("names the finding, its line and a fix", () => {
    expect(grade(`${good}4. **AC-4:** The import\n   is fast.`).reasons).toEqual([
      { code: "vague-words", line: 9, text: "AC-4 says “fast”.", fix: expect.stringContaining("measured") },
    ]);
    expect(grade(`${good}\n- Which encoding does the file have?`).reasons).toMatchObject([
      { line: 9, text: "Still open: Which encoding does the file have?" },
    ]);
  });

  test("comes after more important reasons", () => {
    const content = lines("# Done when", "1. The user is shown a fast list.", "2. TBD", "3. Etc");
    expect(found(content)).toEqual([
      "open-questions 3",
      "untestable-criteria 3",
      "untestable-criteria 4",
      "vague-words 2",
      "no-failure-path 1",
      "too-short null",
    ]);
  });
});

describe("missing criteria", () => {
  test("are reported at the heading if nothing below it is one", () => {
    const content = lines(
      "# Contacts",
      "",
      "## Acceptance criteria",
      "The list shows the contacts of the file.",
    );
    expect(found(content)).toEqual(["missing-criteria 3", "too-short null"]);
  });

  test.each([
    ["boxes", ["- a", "", "## Tasks", "- [ ] b"], 4, "These boxes"],
    ["a list with numbers", ["1. a", "2. b"], 1, "These numbered items"],
    ["bullets", ["## Behavior", "- a", "- b"], 2, "These bullets"],
    ["scenarios", ["Scenario: a", "Given b", "Then c", "", "- d"], 1, "These scenarios"],
    ["lines with labels", ["- a", "", "AC-1: b", "AC-2: c"], 3, "These labelled lines"],
    ["a table", ["| a |", "|---|", "| b |"], 3, "The rows of this table"],
  ])("are sought in %s, which the fix names with its line", (_, content, line, these) => {
    const [reason] = grade(lines(...content)).reasons;
    const fix = `${these} can be the criteria: name the section “Acceptance criteria”.`;
    expect(reason).toMatchObject({ code: "missing-criteria", line, fix });
  });

  test("are not a definition of done, which the reason names", () => {
    const [reason] = grade(lines("Words.", "", "## Definition of done", "- [ ] Tests pass")).reasons;
    expect(reason).toMatchObject({ line: 4, text: expect.stringContaining("“Definition of done”") });
  });

  test("are also reported if every criterion contains an open question", () => {
    const open = criteria.replaceAll("stored.", "stored, or which?").replaceAll("in it.", "in it (TBD).");
    const content = open.replace("types them again", "has to type them again");
    expect(found(content)).toContain("missing-criteria 3");
    expect(grade(content).readiness).toBe(2);
  });

  test("are not reported if the question in the only one is answered below it", () => {
    const content =
      "# Done when\n1. Does the import stop if a row is missing and the file is invalid?\n\nYes.";
    expect(found(content)).toEqual([]);
  });
});

describe("dependencies", () => {
  test("on cancelled specs are reported by handle", () => {
    const { readiness: grade3, reasons } = grade(good, { danglingNeeds: ["SPEC-4", "SPEC-9"] });
    expect(grade3).toBe(3);
    expect(reasons.map(({ code, line, text }) => [code, line, text.slice(0, 6)])).toEqual([
      ["dangling-dependencies", null, "SPEC-4"],
      ["dangling-dependencies", null, "SPEC-9"],
    ]);
  });
});

describe("size", () => {
  const items = (count: number) => {
    const item = "When the file has an error, then the page says which row it is in.";
    return `# Done when\n${Array.from({ length: count }, (_, index) => `${index + 1}. ${item}\n`).join("")}`;
  };

  test("more than 15 criteria are too many, reported at the 16th", () => {
    expect(found(items(15))).toEqual([]);
    expect(found(items(16))).toEqual(["too-many-criteria 17"]);
  });

  test("fewer than 3 criteria are too few for a high effort only", () => {
    expect(found(items(2), { effort: 3 })).toEqual([]);
    expect(found(items(2), { effort: 4 })).toEqual(["too-few-criteria 2"]);
    expect(found(items(3), { effort: 5 })).toEqual([]);
  });

  test("a text of a few words is too short, and three Japanese characters count as nine", () => {
    expect(found("# Done when\n1. The import stops if it fails.")).toEqual(["too-short null"]);
    expect(found("# 受け入れ基準\n1. ファイルが無効な場合、エラーを表示すること")).toEqual([]);
  });

  test("more than 15,000 characters without code are too long, reported where they are reached", () => {
    const line = `${"The import takes a file. ".repeat(4)}\n`;
    expect(found(`${good}\n${line.repeat(140)}`)).toEqual([]);
    expect(found(`${good}\n${line.repeat(160)}`)).toEqual(["too-long 156"]);
    expect(found(`${good}\n\`\`\`\n${line.repeat(160)}\`\`\`\n`)).toEqual([]);
  });

  test("prose is read up to 30,000 characters, a line counting 30 at least, and the first line left out is named", () => {
    const before = (count: number, text: string) => `${`${text}\n`.repeat(count)}\n${good}`;
    const long = "The import takes a file. ".repeat(4);
    expect(found(before(290, long))).toEqual(["too-long 151"]);
    expect(found(before(310, long))).toEqual(["missing-criteria null", "too-long 301"]);
    expect(found(before(900, "Text."))).toEqual([]);
    expect(found(before(1000, "Text."))).toEqual(["missing-criteria null", "too-long 1001"]);
  });

  test("only the first 10,000 lines are read", () => {
    expect(found(`${good}${"\n".repeat(9000)}Why?`)).toEqual(["open-questions 9008"]);
    expect(found(`${good}${"\n".repeat(11_000)}Why?`)).toEqual(["too-long 10001"]);
  });

  test("code, blank lines and characters of a line beyond 10,000 don't count, and don't keep the rest from being read", () => {
    expect(found(`\`\`\`\n${"const code = 1;\n".repeat(9000)}\`\`\`\n${good}`)).toEqual([]);
    expect(found(`${"\n".repeat(9000)}${good}`)).toEqual([]);
    expect(found(`![plan](data:image/png;base64,${"iVBORw0KGgo".repeat(20_000)})\n\n${good}`)).toEqual([]);
  });
});
