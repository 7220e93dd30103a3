import { importPlans } from "@groundplan/contract";
import { expect, it } from "vitest";
import { plansOf, referenceOf } from "./plans.ts";
import { parse, small } from "./testing.ts";

it("names the plan, its specs and its tasks by the folder and the source's own numbers", () => {
  const tasks = "- [x] 1. Lay the table\n- [ ] 2. Cook\n  - [ ] 2.1 Peel\n";
  const [own, work] = plansOf(parse(small, { "tasks.md": tasks }), "shop", "kiro:");
  expect(own).toMatchObject({ externalRef: "kiro:shop", parentExternalRef: "kiro:" });
  expect(own.specs?.map(({ externalRef }) => externalRef)).toEqual(["kiro:shop/1", "kiro:shop/2"]);
  expect(work).toMatchObject({
    externalRef: "kiro:shop/tasks",
    parentExternalRef: "kiro:shop",
    name: "Kiro spec: tasks",
  });
  expect(work?.specs?.map(({ externalRef, status }) => [externalRef, status])).toEqual([
    ["kiro:shop/tasks/1", "DONE"],
    ["kiro:shop/tasks/2", "TODO"],
  ]);
});

it("takes plans to BUILDING once a leaf of the tasks is begun, whatever the box above it says", () => {
  const statusesWith = (tasks: string) =>
    plansOf(parse(small, { "tasks.md": tasks }), "shop", null).map(({ status }) => status);
  expect(statusesWith("- [ ] 1. Lay\n  - [ ] 1.1 Wash\n")).toEqual(["PLANNING", "PLANNING"]);
  expect(statusesWith("- [x] 1. Lay\n  - [ ] 1.1 Wash\n")).toEqual(["PLANNING", "PLANNING"]);
  expect(statusesWith("- [ ] 1. Lay\n  - [-] 1.1 Wash\n")).toEqual(["BUILDING", "BUILDING"]);
});

it("gives a duplicate number a separate reference", () => {
  const text = "### Requirement 1: A\n### Requirement 1: B\n### NFR-2: C\n### 要件１：D\n";
  const [own] = plansOf(parse(text), "shop", null);
  expect(own.specs?.map(({ externalRef }) => externalRef)).toEqual(
    ["1", "1-2", "NFR2", "1-3"].map((number) => `kiro:shop/${number}`),
  );
});

it("creates references that the service accepts from any folder's name, different ones for different names", () => {
  const names = ["𠮷".repeat(255), `${"𠮷".repeat(254)}x`, "a\u0007b", "x".repeat(150)];
  const bodies = names.map((name) => plansOf(parse(small), name, null));
  for (const plans of bodies) expect(importPlans.body?.safeParse({ plans }).error).toBeUndefined();
  expect(new Set(names.map((name) => referenceOf(name))).size).toBe(names.length);
});
