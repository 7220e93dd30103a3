import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createPlan, createSpecBatch } from "@groundplan/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, sentText } from "./testing.ts";
import type { TasksImport } from "./types.ts";

const withWords = (lines: readonly string[]) =>
  lines.map((line, index) => line.replaceAll("$", `«${index}»`));
const wordsOf = (text: string) => [...new Set(text.match(/«\d+»/gu))].sort();
const modes = ["top", "all"] as const;

function checkBodies({ description, tasks }: TasksImport) {
  expect(createPlan.body?.safeParse({ name: "Tasks", description }).error).toBeUndefined();
  const specs = tasks.map(({ title, content, status }) => ({ title, content, status }));
  if (specs.length > 0)
    expect(createSpecBatch.body?.safeParse({ specs: specs.slice(0, 500) }).error).toBeUndefined();
  expect(new Set(tasks.map(({ number }) => number)).size).toBe(tasks.length);
  for (const { number } of tasks) expect(number.length).toBeLessThan(120);
}

const soupLine = fc.constantFrom(
  ..."- [ ] $|- [x] 1. $|- [-] 1.1 $|- [ ] 1.1.1 $|- [ ]* 1.2 $|- [ ] 2. **$**|* [X] 3) $|2) [x] $|[ ] $|- [?] $".split(
    "|",
  ),
  ..."  - [ ] 2.1 $|    - [x] $|\t- [ ] 2.2 $|\t\t- $|        - [ ] 2.2.1 $|  1. $|   2. [ ] $|- [ ] 1. $|- [ ]".split(
    "|",
  ),
  ..."1. $|1.1 $|4. $|- 5.1 $|# $|## 1. $|### Task 2: $|### [x] 6. $|#### $|## Phase 1: $|-|$|  $|    $|\t$||".split(
    "|",
  ),
  ..."- $|  - $|    - $|* $|+ $|> $|> - [ ] $|| $ ||<details>$|[$]: x|$[x](y)|***|---|===|\\$".split("|"),
  ..."```|  ```|    ```js $|~~~ $|<!-- $|-->|  <!-- $ -->|title: $|---".split("|"),
  ..."_Requirements: 1.1, $_|  - _Requirements: 1-2_ $|*$: 1*|**Validates: Requirements 1.1 $**|  _$_|**$**|- [x ] 3. A _Requirements: $_|- [ ] A (Requirements: $)".split(
    "|",
  ),
);

describe("any file", () => {
  it("has each of its lines in the description or a spec, and gives bodies that the service accepts", () => {
    fc.assert(
      fc.property(
        fc.array(soupLine, { maxLength: 40 }),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.constantFrom(...modes),
        (soup, end, mode) => {
          const text = withWords(soup).join(end);
          const result = parse(text, mode);
          expect(wordsOf(sentText(result))).toEqual(wordsOf(text));
          checkBodies(result);
        },
      ),
      { numRuns: 600 },
    );
  });

  it("puts no line into two specs in mode all, if each word occurs once in a text", () => {
    fc.assert(
      fc.property(fc.array(soupLine, { maxLength: 40 }), (soup) => {
        const lines = withWords(soup);
        const { description, tasks } = parse(lines, "all");
        const contents = tasks.map(({ content }) => content.replace(/^Part of: .*$/mu, ""));
        const all = [description, ...contents].join("\n").match(/«\d+»/gu) ?? [];
        expect(new Set(all).size).toBe(all.length);
      }),
      { numRuns: 400 },
    );
  });

  it("is read without an error, whatever its characters", () => {
    const anything = fc.string({ unit: "binary", maxLength: 300 });
    fc.assert(
      fc.property(anything, anything, fc.constantFrom(...modes), (title, text, mode) => {
        const result = parse(`${text}\n- [ ] 1. ${title}\n  ${text}\n  _Requirements: ${title}_`, mode);
        checkBodies(result);
        expect(sentText(result)).not.toMatch(/[\0\p{Cs}]/u);
      }),
      { numRuns: 100 },
    );
  });
});

const samples = join(import.meta.dirname, "../../../../../../shared/samples/kiro-cc-sdd/.kiro/specs");
const isThere = existsSync(samples);
const names = isThere ? readdirSync(samples) : [];

describe.skipIf(!isThere)("the samples (skipped if ../shared is absent)", () => {
  it.each(names)(
    "%s: every line is in a spec or the description, and so is any line planted in between",
    (name) => {
      const lines = readFileSync(join(samples, name, "tasks.md"), "utf8").split("\n");
      const forms = ["$", "  $", "    - $", "- $", "> $", "### $", "$: $", "  1. $", "\t$", "<x>$"];
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(lines.length), fc.constantFrom(...forms)), { maxLength: 10 }),
          fc.constantFrom(...modes),
          (plants, mode) => {
            const planted = [...lines];
            for (const [index, form] of plants) planted.splice(index, 0, form);
            const sent = sentText(parse(withWords(planted), mode));
            expect(wordsOf(sent)).toEqual(wordsOf(withWords(planted).join("\n")));
            const missing = planted.filter((line) => {
              const text = line.replace(/^[\s#]*(?:[-*]\s+)?(?:\[.\]\*?\s+)?(?:\d[\d.]*\*?\s+)?/u, "").trim();
              return !line.includes("$") && text !== "" && !sent.includes(text);
            });
            expect(missing).toEqual([]);
          },
        ),
        { numRuns: 10 },
      );
    },
  );
});
