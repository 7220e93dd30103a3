import { createPlan, createSpecBatch } from "@groundplan/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptanceCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import { parseKiro } from "./parse.ts";
import { criteriaOf, sentText } from "./testing.ts";

const parse = (lines: string[], end = "\n") => parseKiro({ "requirements.md": lines.join(end) }, "folder");

/** Adds a unique word (`«0»`, `«1»` …) to every line, unlike any number of a heading or item. */
const withWords = (lines: string[]) => lines.map((line, index) => line.replaceAll("$", `«${index}»`));
const wordsOf = (text: string) => text.match(/«\d+»/gu) ?? [];

/** Leaves out the words of a name whose title stays in the description, too. */
function withoutName(sent: string[], name: string, written: readonly string[]): string[] {
  const count = (words: readonly string[], word: string) => words.filter((one) => one === word).length;
  for (const word of wordsOf(name))
    if (count(sent, word) > count(written, word)) sent.splice(sent.indexOf(word), 1);
  return sent;
}

const soupLine = fc.constantFrom(
  ..."# $|## $|## Requirements|## Requirements $|## Introduction|## Glossary $|### $|#### $|$|$ $|  $|    $|\t$||".split(
    "|",
  ),
  ..."### Requirement 1: $|### Requirement 2|### 要件3：$|## Requirement 4: $|### 1. $|#### Requirement 5 $".split(
    "|",
  ),
  ..."#### Acceptance Criteria|#### 受け入れ基準|### Acceptance Criteria|#### Acceptance Criteria ($)|**受入基準:**".split(
    "|",
  ),
  ..."1. $|2) $|1.1 $|AC-1: $|１．$|- $|* [ ] $|  - $|   1. $|10. $|- 1.2 $|-|1.".split("|"),
  ..."WHEN $ THEN $|IF $|THEN $|**Given** $|AND $|WHEN $ SHALL:|1. WHEN $|1.1 $ MUST $".split("|"),
  ..."```|~~~ $|<!-- $|-->|> $|> ### Requirement 6: $|<details> $|---|===|***|\\$|[$]: x|_$_".split("|"),
);

describe("any document", () => {
  it("has each of its lines once in the plan or the specs, and gives bodies that the service accepts", () => {
    fc.assert(
      fc.property(fc.array(soupLine, { maxLength: 40 }), fc.constantFrom("\n", "\r\n", "\r"), (soup, end) => {
        const lines = withWords(soup);
        const result = parse(lines, end);
        const written = wordsOf(lines.join("\n"));
        expect(withoutName(wordsOf(sentText(result)), result.plan.name, written).sort()).toEqual(
          written.sort(),
        );
        expect(createPlan.body?.safeParse(result.plan).error).toBeUndefined();
        const specs = result.specs.map(({ ref, title, content }) => ({ ref, title, content }));
        if (specs.length > 0) expect(createSpecBatch.body?.safeParse({ specs }).error).toBeUndefined();
        expect(new Set(specs.map(({ ref }) => ref)).size).toBe(specs.length);
      }),
      { numRuns: 700 },
    );
  });

  it("keeps the order of its lines within a spec's criteria, and is listed if a spec has none", () => {
    fc.assert(
      fc.property(fc.array(soupLine, { maxLength: 40 }), (soup) => {
        const { specs, notUnderstood } = parse(withWords(soup));
        const none = notUnderstood.filter(({ why }) => why === "has no numbered acceptance criteria");
        const open = notUnderstood.some(({ why }) => why.startsWith("an open code block"));
        for (const { content, source } of specs) {
          const end = content.split(/^## Acceptance Criteria$/mu).at(-1) ?? "";
          if (!open && content.includes("## Acceptance Criteria")) {
            const order = wordsOf(end).map((word) => Number(word.slice(1, -1)));
            expect(order).toEqual(order.toSorted((a, b) => a - b));
          }
          if (!open)
            expect(none.some(({ line }) => line === source.line)).toBe(criteriaOf(content).length === 0);
        }
      }),
      { numRuns: 700 },
    );
  });

  it("has as many criteria counted as the service reads in its specs", () => {
    fc.assert(
      fc.property(fc.array(soupLine, { maxLength: 40 }), (soup) => {
        const { specs } = parse(["### Requirement 1: A", "#### Acceptance Criteria", ...withWords(soup)]);
        // The service reads a link definition as text, which a list that doesn't begin with 1 can't
        // interrupt.
        const plain = specs.filter(({ content }) => !content.includes("]: x"));
        expect(plain.map(({ criteria }) => criteria)).toEqual(
          plain.map(({ content }) => acceptanceCriteria(content).length),
        );
      }),
      { numRuns: 700 },
    );
  });

  it("with any characters at all is read without an error", () => {
    const anything = fc.string({ unit: "binary", maxLength: 200 });
    fc.assert(
      fc.property(anything, anything, anything, (title, text, name) => {
        const source = `${text}\n### Requirement 1: ${title}\n#### Acceptance Criteria\n1. ${text}`;
        const result = parseKiro({
          "requirements.md": source,
          "spec.json": JSON.stringify({ feature_name: name }),
        });
        expect(createPlan.body?.safeParse(result.plan).error).toBeUndefined();
        const specs = result.specs.map(({ ref, title, content }) => ({ ref, title, content }));
        expect(createSpecBatch.body?.safeParse({ specs }).error).toBeUndefined();
        expect(sentText(result)).not.toMatch(/[\0\p{Cs}]/u);
      }),
      { numRuns: 200 },
    );
  });
});

const styles: Record<string, (n: number, requirement: number) => string> = {
  ordered: (n) => `${n}. `,
  parenthesis: (n) => `${n}) `,
  dotted: (n, requirement) => `${requirement}.${n} `,
  label: (n) => `AC-${n}: `,
  fullWidth: (n) => `${String(n).replace(/\d/gu, (digit) => "０１２３４５６７８９".charAt(Number(digit)))}．`,
  bullet: () => "- ",
  task: () => "- [ ] ",
};

const requirement = fc.record({
  heading: fc.constantFrom("### Requirement @: ", "### 要件@：", "### 要件 @ ", "## Requirement @ - "),
  title: fc.constantFrom("Albums", "写真の管理", "A `code` title", "2 things"),
  story: fc.array(fc.constantFrom("**Objective:** $", "", "- $", "```\n### Requirement 9: $\n1. x\n```"), {
    maxLength: 4,
  }),
  criteria: fc.constantFrom(
    "#### Acceptance Criteria",
    "#### 受け入れ基準",
    "#### 受入条件（Acceptance Criteria）:",
  ),
  style: fc.constantFrom(...Object.keys(styles)),
  count: fc.integer({ min: 1, max: 12 }),
  wrapped: fc.boolean(),
  apart: fc.boolean(),
  after: fc.constantFrom([], ["#### Notes", "1. $"], ["---"]),
});

describe("a document of the format", () => {
  it("becomes one spec per requirement with all its criteria in order, however they are numbered", () => {
    fc.assert(
      fc.property(fc.array(requirement, { maxLength: 6 }), (model) => {
        const lines = ["# Requirements Document", "", "## Introduction", "$", "", "## Requirements", ""];
        for (const [
          index,
          { heading, title, story, criteria, style, count, wrapped, apart, after },
        ] of model.entries()) {
          lines.push(heading.replace("@", String(index + 1)) + title);
          lines.push(...story.flatMap((line) => line.split("\n")), "", criteria, "");
          for (let n = 1; n <= count; n++) {
            lines.push(`${styles[style]?.(n, index + 1)}criterion ${n} of ${index + 1} $`);
            if (wrapped) lines.push("     wrapped $");
            if (apart) lines.push("");
          }
          lines.push("", ...after, "");
        }
        const source = withWords(lines);
        const { specs, plan } = parse(source);
        expect(specs.map(({ title }) => title)).toEqual(model.map(({ title }) => title));
        expect(plan.name).toBe("folder");
        for (const [index, { content }] of specs.entries()) {
          const found = criteriaOf(content).map((text) => /criterion \d+ of \d+/u.exec(text)?.[0]);
          const count = model[index]?.count ?? -1;
          expect(found).toEqual(
            Array.from({ length: count }, (_, n) => `criterion ${n + 1} of ${index + 1}`),
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});
