import fc from "fast-check";
import { expect, test } from "vitest";
import { documents, jumbledLines } from "./documents.test-support.ts";
import { earlierCriteria } from "./earlier-rules.test-support.ts";
import { type LocatedCriterion, toCriterion } from "./label.ts";
import { readCriteria } from "./read-criteria.ts";

const line = fc.constantFrom(
  ..."||||a|b c|1. x|2. y|1) z|- p|* q|- [ ] r|- [x] #1 s|  - n|   - m|    1. deep|1.1 dotted|1.2 dotted".split(
    "|",
  ),
  ..."## Acceptance criteria|### Done when|# Success criteria|## Acceptance|### Acceptance tests|## Notes".split(
    "|",
  ),
  ..."### Open questions|# h|**Acceptance criteria**|**Done when:**|**bold**|Acceptance criteria:|**Notes**".split(
    "|",
  ),
  ..."```|```gherkin|~~~|Scenario: s|Given g|When w|AC-1: l|AC-2 - m|**AC-3** o|1. **AC-4** u|2. UTF-8 - v".split(
    "|",
  ),
  ..."3. AC-5: w|---|===|***|<details>|<summary>Acceptance criteria</summary>|</details>|<!--|-->|<div>".split(
    "|",
  ),
  ..."> quote|> 1. q|#### Scenario: S|### Requirement: R|### Functional Requirements|- **FR-001**: f|back\\".split(
    "|",
  ),
  ...["| a | b |", "|---|---|", "| AC-1 | d |", "\t1. t", "end  "],
);
const thrownTogether = fc
  .array(line, { maxLength: 14 })
  .map((lines) => `## Acceptance criteria\n${lines.join("\n")}`);
const anything = fc.oneof(
  thrownTogether,
  jumbledLines(3),
  documents.map(({ markdown }) => markdown),
);

/** Returns true if a criterion equals an earlier one, apart from a label unknown to the earlier rules. */
function isSame(now: LocatedCriterion, then: { id: string | null; text: string }): boolean {
  if (now.id === then.id) return now.text === then.text;
  if (then.id !== null || now.id === null) return false;
  const words = toCriterion(then.text).text;
  return words.includes(now.id) && words.replaceAll("**", "").endsWith(now.text.replaceAll("**", ""));
}

test("criteria by the earlier rules stay, item by item, except ids that were null", () => {
  fc.assert(
    fc.property(anything, (markdown) => {
      const then = earlierCriteria(markdown);
      let next = 0;
      for (const criterion of readCriteria(markdown).criteria) {
        const expected = then[next];
        if (expected && isSame(criterion, expected)) next++;
      }
      expect(next).toBe(then.length);
    }),
    { numRuns: 3000 },
  );
});

test("a section with items by the earlier rules gives no others", () => {
  const parts = fc
    .array(line, { maxLength: 10 })
    .filter((lines) => !lines.some((text) => /^#|^[*]{2}|:$|^(?:[-=]{3}|<)/.test(text)));
  fc.assert(
    fc.property(parts, (lines) => {
      const markdown = `## Acceptance criteria\n${lines.join("\n")}`;
      const then = earlierCriteria(markdown);
      fc.pre(then.length > 0);
      expect(readCriteria(markdown).criteria).toHaveLength(then.length);
    }),
    { numRuns: 1000 },
  );
});

test("each criterion names lines of the text, and they do not overlap", () => {
  fc.assert(
    fc.property(anything, (markdown) => {
      const count = markdown.split("\n").length;
      let last = 0;
      for (const criterion of readCriteria(markdown).criteria) {
        expect(criterion.line).toBeGreaterThan(last);
        expect(criterion.lastLine).toBeGreaterThanOrEqual(criterion.line);
        last = criterion.lastLine;
      }
      expect(last).toBeLessThanOrEqual(count);
    }),
    { numRuns: 2000 },
  );
});
