import { describe, expect, it } from "vitest";
import { known, parse } from "../testing.ts";

/** Returns the ids and refs that the spec quotes for a task line, with the reports. */
function namedBy(line: string, requirements = known(3)) {
  const { tasks, notices } = parse(["- [x] 1. A", line], "top", requirements);
  const lines = tasks[0]?.content.split("\n") ?? [];
  const ids = requirements.flatMap(({ ref, title, criteria }) => {
    if (lines.includes(`- ${ref}: ${title}`)) return [ref];
    return criteria.flatMap(({ id, text }) =>
      lines.some((one) => one.endsWith(`. ${id}: ${text}`)) ? [id] : [],
    );
  });
  expect(tasks[0]?.content).toContain(line.trim());
  return { ids: ids.join(" ").replaceAll("Requirement ", "#"), told: notices.map(({ why }) => why) };
}
const all = "#1 #2 #3";

describe("a line that names requirements", () => {
  it.each([
    ["  - _Requirements: 1.1, 2.3_", "R1.1 R2.3"],
    ["_Requirements: 2.3; 1.1_", "R1.1 R2.3"],
    ["      *Requirements: 1.1*", "R1.1"],
    ["  - **Requirements:** 1.1, 2", "R1.1 #2"],
    ["  **Requirements**: 1.1", "R1.1"],
    ["  - _Requirements:_ 1.1", "R1.1"],
    ["  - Requirements: 1.1, 1.2", "R1.1 R1.2"],
    ["  - **Validates: Requirements 1.1, 1.2**", "R1.1 R1.2"],
    ["  - _Requirements: 1.1-1.3, 2_", "R1.1 R1.2 R1.3 #2"],
    ["  - _Requirements: 1.2–1.3_", "R1.2 R1.3"],
    ["  - _Requirements: 1.2 to 1.3_", "R1.2 R1.3"],
    ["  - _Requirements: 1.2-3_", "R1.2 R1.3"],
    ["  - _Requirements: 1.3-2.1_", "R1.3 R2.1"],
    ["  - _Requirements: 1-2_", "#1 #2"],
    ["  - _Requirements: R1.1–R1.2, Req 2.1, Requirement 3_", "R1.1 R1.2 R2.1 #3"],
    ["  - _Requirements: 1.1 and 1.2 2.1_", "R1.1 R1.2 R2.1"],
    ["  - _Requirements: 1.1 (login), 2.1 - cart_", "R1.1 R2.1"],
    ["  - _Requirements: 1.1_ _Boundary: Cart_", "R1.1"],
    ["  - _需求：1.1、1.2，2.1_", "R1.1 R1.2 R2.1"],
    ["  - **验证需求：1.1**", "R1.1"],
    ["  - **验证：需求 1.1**", "R1.1"],
    ["  - _要件: １．１_", "R1.1"],
    ["  - _Requisitos: 1.1 e 1.2_", "R1.1 R1.2"],
    ["  - _المتطلبات: ١.١، ١.٢_", "R1.1 R1.2"],
    ["  - _Krav: 1.1, 2_", "R1.1 #2"],
    ["  - _Requirements: all_", all],
    ["  - _Requirements: All requirements_", all],
    ["  - _Requirements: All requirements validation_", all],
    ["  - _Requirements: 全要件の品質保証_", all],
    ["  - _Requisitos: todos_", all],
    ["  - _Anforderungen: alle Anforderungen_", all],
    ["  - _需求：所有需求_", all],
    ["  - _المتطلبات: جميع المتطلبات_", all],
  ])("is read: %s", (line, ids) => {
    expect(namedBy(line)).toEqual({ ids, told: [] });
  });

  it.each([
    "  - _Boundary: Cart_",
    "  - _Estimate: 3_",
    "  - **Property 1: Cart**",
    "  - **Retries:** 3",
    "  - Timeout: 3",
    "  - _Note: 3 or more_",
    "  - Requirements: Node and 2 GB",
    "  - _Requirements_",
  ])("is only text if it is about something else: %s", (line) => {
    expect(namedBy(line)).toEqual({ ids: "", told: [] });
  });

  it.each([
    ["  - _Requirements: 1.1, 9.1, performance budget_", "R1.1", "9.1, performance budget"],
    ["  - _Requirements: 1.9_", "", "1.9"],
    ["  - _Requirements: 1.2-1.9_", "R1.2 R1.3", "1.2-1.9"],
    ["  - _Requirements: 3-1_", "", "3-1"],
    ["  - _Requirements: All requirements except 3_", "", "All requirements except 3"],
    ["  - _Requirements: NFR-1_", "", "NFR-1"],
  ])("reports unknown references: %s", (line, ids, parts) => {
    const told = [`names no requirement that is known: ${parts}; it stays in the text`];
    expect(namedBy(line)).toEqual({ ids, told });
  });

  it("names the requirement of an unknown criterion, without a quote", () => {
    const { statuses } = parse(["- [-] 1. A", "  _Requirements: 1.9_"]);
    expect(statuses.get("Requirement 1")).toBe("IN_PROGRESS");
  });

  it("knows kinds of requirements with separate numbers", () => {
    const both = [
      ...known(2),
      ...known(2, 2, "NFR").map((one) => ({ ...one, ref: `NFR-${one.number.at(-1)}` })),
    ];
    expect(namedBy("  _Requirements: 1, NFR-1, NFR 2.1_", both).ids).toBe("#1 NFR-1 NFR2.1");
    expect(namedBy("  _Requirements: 1.2, US-2_", known(2, 2, "US")).ids).toBe("US1.2 #2");
  });

  it("may be a task's own line, or stand at its end", () => {
    const { tasks } = parse(["- [x] 1. A _Requirements: 1.1_", "  - [x] **Validates: Requirements 1.2**"]);
    expect(tasks[0]?.content).toContain("1. R1.1: criterion 1.1\n2. R1.2: criterion 1.2");
  });

  it.each([
    "_Requirements: 1.1_",
    "(Requirements: 1.1)",
    "（需求：1.1）",
    "(_Requirements: 1.1_)",
    "**Requirements: 1.1**",
  ])("at the end of a task's own line is no part of the title, and stays in the content: %s", (reference) => {
    const lines = [`- [x] Build (all) of it ${reference}`, `  - [x] Test it ${reference}`];
    const [top] = parse(lines).tasks;
    expect(top).toMatchObject({ number: "build-all-of-it", title: "Build (all) of it" });
    expect(top?.content).toBe(
      `${reference}\n\n## Tasks\n\n- [x] Test it ${reference}\n\n## Acceptance Criteria\n\n1. R1.1: criterion 1.1`,
    );
    const [leaf] = parse(lines, "all").tasks;
    expect(leaf?.title).toBe("Test it");
    expect(leaf?.content).toBe(
      `Part of: Build (all) of it\n\n${reference}\n\n## Acceptance Criteria\n\n1. R1.1: criterion 1.1`,
    );
  });

  it.each(["(see 1.1)", "(Estimate: 3)", "_all of it_", "_Depends: 2.1_"])(
    "is not seen in other endings of a title: %s",
    (ending) => {
      const [task] = parse([`- [x] 1. A ${ending}`]).tasks;
      expect(task).toMatchObject({ title: `A ${ending}`, content: "" });
    },
  );

  it("says nothing in a code block", () => {
    const { tasks } = parse(["- [x] 1. A", "  ```", "  _Requirements: 1.1_", "  ```"]);
    expect(tasks[0]?.content).not.toContain("criterion");
  });
});
