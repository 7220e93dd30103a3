import { acceptanceCriteria } from "@groundplan/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documents, jumbledLines } from "../../../../../contract/src/criteria/documents.test-support.ts";
import { afterDangling, readiness } from "./index.ts";
import { readSpec } from "./spec-text.ts";

const SENTENCES = [
  "When the user picks a file, then the page lists its rows.",
  "If the file can't be read, then the page shows an error.",
  "The import is fast and robust.",
  "The rows are sorted if possible.",
  "Login",
  "Which provider do we use?",
  "TBD: the limit",
  "WHEN ユーザーが送信したTHEN システムは適切に処理しなければならない",
  "接続が失敗した場合、エラーを表示すること",
  "WHEN ein Nutzer die Datei auswählt THEN SHALL das System die Kontakte anzeigen",
];
const LINES = [
  ...[
    "# Acceptance criteria",
    "## Done when",
    "## Open questions",
    "# Scope",
    "Scope",
    "===",
    "---",
    "",
    "",
    "",
  ],
  ...[
    "```",
    "<!--",
    "-->",
    "<div>",
    "> ",
    "    code?",
    "| a | b |",
    "|---|---|",
    "~~x?~~",
    "`a?",
    "“fast",
    "- [x] a?",
  ],
];

const sentence = fc.constantFrom(...SENTENCES);
const MARKS = ["", "", "1. ", "2. **AC-1:** ", "- ", "   "];
const MARKED = SENTENCES.flatMap((each) => MARKS.map((mark) => mark + each));
// A flat choice is three times as fast as a nested one; half of the lines are sentences.
const line = fc.constantFrom(...MARKED, ...LINES, ...LINES, ...LINES);
const text = fc.array(line, { maxLength: 25 }).map((all) => all.join("\n"));
const anything = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 300 }) },
  { weight: 1, arbitrary: jumbledLines(3) },
  { weight: 1, arbitrary: documents.map(({ markdown }) => markdown) },
);
const effort = fc.option(fc.integer({ min: 1, max: 5 }));
const danglingNeeds = fc.array(fc.constantFrom("SPEC-1", "SPEC-2"), { maxLength: 3 });
const more = fc.record({ title: fc.constantFrom("Import", "Import (TBD)", ""), effort, danglingNeeds });

describe("readiness", () => {
  test("grades any text, the same each time, with reasons at lines of the content", () => {
    fc.assert(
      fc.property(anything, more, fc.constantFrom("\n", "\r\n", "\r"), (content, rest, end) => {
        const input = { ...rest, content: content.replaceAll("\n", end) };
        const graded = readiness(input);
        expect(readiness(structuredClone(input))).toEqual(graded);
        const count = input.content.split(/\r\n?|\n/).length;
        const outside = graded.reasons.filter(({ line: at }) => at !== null && (at < 1 || at > count));
        expect(outside).toEqual([]);
        expect(graded.readiness === 5).toBe(graded.reasons.length === 0);
      }),
      { numRuns: 500 },
    );
  });

  test("reads the same criteria as the service shows, each from a line with its number", () => {
    fc.assert(
      fc.property(anything, (content) => {
        const { criteria } = readSpec({ title: "", content, effort: null, danglingNeeds: [] });
        const shown = acceptanceCriteria(content);
        expect(criteria.map(({ text }) => text)).toEqual(shown.map(({ text }) => text));
        const names = shown.map(({ id }, index) => id ?? `Criterion ${index + 1}`);
        expect(criteria.map(({ name }) => name)).toEqual(names);
        const lines = content.split(/\r\n?|\n/);
        const firstLines = criteria.map(({ line: number }) => lines[number - 1] ?? "");
        expect(firstLines.filter((each) => each.trim() === "")).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test("never rises with a further open question, at the start or the end", () => {
    const question = fc.constantFrom(
      "Which provider do we use?",
      "TBD: the limit",
      "上限は未定",
      "Open question: the limit.",
    );
    fc.assert(
      fc.property(anything, more, question, fc.boolean(), (content, rest, open, atEnd) => {
        const longer = atEnd ? `${content}\n\n${open}` : `${open}\n\n${content}`;
        const before = readiness({ ...rest, content }).readiness;
        expect(readiness({ ...rest, content: longer }).readiness).toBeLessThanOrEqual(before);
      }),
      { numRuns: 800 },
    );
  });

  test("falls by at least two grades with the first open question, down to the lowest possible", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SENTENCES.slice(0, 5)), { maxLength: 6 }), (items) => {
        const list = items.map((item, index) => `${index + 1}. ${item}`).join("\n");
        const content = `Contacts come from a file, so that nobody has to type them again.\n\n# Done when\n${list}`;
        const input = { title: "", content, effort: null, danglingNeeds: [] };
        const asked = readiness({ ...input, content: `TBD: the limit\n\n${content}` }).readiness;
        expect(asked).toBe(Math.max(2, readiness(input).readiness - 2));
      }),
    );
  });

  test("never rises when all criteria are removed, with or without their heading", () => {
    const part = fc.array(sentence, { maxLength: 5 });
    fc.assert(
      fc.property(
        part,
        fc.array(sentence, { minLength: 1, maxLength: 18 }),
        part,
        more,
        (above, items, below, rest) => {
          const numbered = items.map((item, index) => `${index + 1}. ${item}`);
          const join = (...middle: string[]) => [...above, "", ...middle, "", "# Scope", ...below].join("\n");
          const full = readiness({ ...rest, content: join("# Acceptance criteria", ...numbered) }).readiness;
          for (const rest_ of [join("# Acceptance criteria"), join()]) {
            expect(readiness({ ...rest, content: rest_ }).readiness).toBeLessThanOrEqual(full);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test("depends only on the grade of the text and on whether a dependency dangles", () => {
    fc.assert(
      fc.property(anything, more, (content, rest) => {
        const ofText = readiness({ ...rest, content, danglingNeeds: [] }).readiness;
        const expected = afterDangling(ofText, rest.danglingNeeds.length > 0);
        expect(readiness({ ...rest, content }).readiness).toBe(expected);
      }),
    );
  });

  test("never rises with a dangling dependency", () => {
    fc.assert(
      fc.property(anything, more, (content, rest) => {
        const worse = { ...rest, content, danglingNeeds: [...rest.danglingNeeds, "SPEC-3"] };
        expect(readiness(worse).readiness).toBeLessThanOrEqual(readiness({ ...rest, content }).readiness);
      }),
    );
  });
});
