import { acceptanceCriteria } from "@groundplan/contract";
import { expect, it } from "vitest";
import { parseKiro } from "../parse.ts";

const bugfix = `# Bugfix Requirements Document

## Introduction

The till adds up wrongly.

## Bug Analysis

### Current Behavior (Defect)

1.1 WHEN two things are sold THEN the till forgets one

### Expected Behavior (Correct)

2.1 WHEN two things are sold THEN the till SHALL count both

**2.2** WHEN none is
THEN it SHALL print nothing

### Unchanged Behavior (Regression Prevention)

3.1 WHEN one thing is sold THEN the till SHALL CONTINUE TO count it

## Notes

Seen on Monday.
`;

it("a bug is a spec, whose expected and unchanged behavior are criteria with their numbers", () => {
  const tasks = "- [ ] 1. Count\n  - _Requirements: 2.1, 3.1_\n";
  const made = parseKiro({ "bugfix.md": bugfix, "tasks.md": tasks }, "till-sum");
  expect(made.plan).toEqual({
    name: "till-sum",
    description:
      "# Bugfix Requirements Document\n\n## Introduction\n\nThe till adds up wrongly.\n\n## Notes\n\nSeen on Monday.",
  });
  const [spec] = made.specs;
  expect(spec).toMatchObject({ number: "bugfix", title: "till-sum", source: { line: 7, end: 23 } });
  expect(acceptanceCriteria(spec?.content ?? "").map(({ id, text }) => [id, text])).toEqual([
    ["R2.1", "WHEN two things are sold THEN the till SHALL count both"],
    ["R2.2", "WHEN none is THEN it SHALL print nothing"],
    ["R3.1", "WHEN one thing is sold THEN the till SHALL CONTINUE TO count it"],
  ]);
  expect(spec?.content).toContain("1.1 WHEN two things are sold THEN the till forgets one");
  expect(made.tasks?.tasks[0]?.content).toContain("2. R3.1: WHEN one thing");
  expect(made.tasks?.naming.get("Bugfix")).toEqual(["1"]);
});

it("the parts of a bug are known by their numbers in other languages", () => {
  const text =
    "# Error\n\n### Comportamiento actual\n1.1 a\n\n### Comportamiento esperado\n2.1 b\n\n### Sin cambios\n3.1 c\n";
  const [spec] = parseKiro({ "bugfix.md": text }).specs;
  expect(acceptanceCriteria(spec?.content ?? "").map(({ id }) => id)).toEqual(["R2.1", "R3.1"]);
});

it("a bug without known parts keeps its text, which is told", () => {
  const { specs, notUnderstood } = parseKiro({ "bugfix.md": "# It breaks\n\nOften.\n" });
  expect(specs.map(({ title, content }) => [title, content])).toEqual([
    ["It breaks", "# It breaks\n\nOften."],
  ]);
  expect(notUnderstood[0]?.why).toContain("has no criteria");
});

it("a bug beside requirements is one spec more", () => {
  const requirements = "### Requirement 1: A\n#### Acceptance Criteria\n1. x\n";
  const { specs } = parseKiro({ "requirements.md": requirements, "bugfix.md": bugfix });
  expect(specs.map(({ number }) => number)).toEqual(["1", "bugfix"]);
});
