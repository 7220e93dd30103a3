import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseKiro } from "./parse.ts";
import type { TasksMode } from "./tasks/types.ts";
import { plansOfFolder, small } from "./testing.ts";

const folder = join(import.meta.dirname, "../../../../../shared/samples/kiro-cc-sdd/.kiro/specs");
const isThere = existsSync(folder);

const own = {
  "requirements.md": small,
  "tasks.md": `# Implementation Plan

## Phase 1: Setup

- [x] 1. Lay the ground
  - Draw the tables
  - _Requirements: 1.1_
- [-] 2. Build
- [ ] 2.1 Write the cart
  - _Requirements: 1.1, 1.2_
- [ ]* 2.2 Test it
  - _Requirements: all_

Some prose in between.

- [ ] 3. Ship
`,
};

const bug = {
  "bugfix.md": `# Bugfix Requirements Document

## Introduction

It adds up wrongly.

## Bug Analysis

### Current Behavior (Defect)

1.1 WHEN two are sold THEN it forgets one

### Expected Behavior (Correct)

2.1 WHEN two are sold THEN it SHALL count both

### Unchanged Behavior (Regression Prevention)

3.1 WHEN one is sold THEN it SHALL CONTINUE TO count it
`,
  "tasks.md": "- [ ] 1. Count\n  - _Requirements: 2.1_\n",
};

const sources = new Map<string, Record<string, string>>([
  ["a small folder", own],
  ["a bug", bug],
]);
for (const name of isThere ? readdirSync(folder) : []) {
  const files = ["requirements.md", "tasks.md"].filter((file) => existsSync(join(folder, name, file)));
  const texts = files.map((file) => [file, readFileSync(join(folder, name, file), "utf8")]);
  sources.set(`the sample ${name}`, Object.fromEntries(texts));
}

/** Unexpected forms of lines; `$` stands for a word to be found again. */
const forms =
  "$|- $|* [?] $|> $|## $|##### $|1. $|9.9 $|- [ ] $|- [/] 7. $|_$: 1.1_|_Requirements: $_|<!-- $ -->|| $ | $ ||    $|**$:**|$: x|`$`|[$](x)|\t$".split(
    /\|(?!\s)/u,
  );
const planted = fc.array(fc.record({ form: fc.constantFrom(...forms.filter(Boolean)), at: fc.nat() }), {
  minLength: 1,
  maxLength: 6,
});

describe.each([...sources])("%s (samples are skipped if ../shared is absent)", (_name, files) => {
  it.each(Object.keys(files))("keeps each line that is planted into its %s, or reports it", (file) => {
    fc.assert(
      fc.property(planted, fc.constantFrom<TasksMode>("top", "all"), (lines, mode) => {
        const text = (files[file] ?? "").split("\n");
        const words = lines.map(({ form, at }, n) => {
          const word = `planted${n}x`;
          text.splice(at % (text.length + 1), 0, form.replaceAll("$", word));
          return word;
        });
        const made = parseKiro({ ...files, [file]: text.join("\n") }, "folder", { tasks: mode });
        const kept = JSON.stringify([plansOfFolder(made, "folder"), made.notUnderstood]);
        expect(words.filter((word) => !kept.includes(word))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
