import { describe, expect, it } from "vitest";
import { acceptanceCriteria } from "../../../../../contract/src/criteria/read-criteria.ts";
import { parse } from "../testing.ts";
import { prefixOfIds } from "./criteria-ids.ts";

const idsOf = (heading: string, ...items: string[]) => {
  const { specs } = parse(`### ${heading}\n\n#### Acceptance Criteria\n\n${items.join("\n")}\n`);
  return specs.flatMap(({ content }) => acceptanceCriteria(content).map(({ id, text }) => [id, text]));
};

describe("the criteria of a requirement", () => {
  it("have ids of the requirement's number and the list's own", () => {
    expect(idsOf("Requirement 3: Cart", "1. a", "2. b", "5. c")).toEqual([
      ["R3.1", "a"],
      ["R3.2", "b"],
      ["R3.5", "c"],
    ]);
  });

  it("take explicit ids", () => {
    const expected = [
      ["R3.1", "WHEN a"],
      ["R3.2", "WHEN b"],
    ];
    expect(idsOf("Requirement 3", "3.1 WHEN a", "**3.2** WHEN b")).toEqual(expected);
    expect(idsOf("Requirement 3", "- [ ] 3.1. WHEN a", "- 3.2 WHEN b")).toEqual(expected);
  });

  it("keep their own labels", () => {
    expect(idsOf("Requirement 3", "1. AC-1: a", "2. **AC-2:** b", "3. **Note:** c")).toEqual([
      ["AC-1", "a"],
      ["AC-2", "b"],
      ["R3.3", "**Note:** c"],
    ]);
  });

  it("have no duplicate id: if numbers restart, the later ones have none, and this is reported", () => {
    const text = "### Requirement 3: A\n#### Acceptance Criteria\n1. a\n2. b\n\nThen:\n\n1. c\n";
    const { specs, notUnderstood } = parse(text);
    expect(acceptanceCriteria(specs[0]?.content ?? "").map(({ id }) => id)).toEqual(["R3.1", "R3.2", null]);
    expect(notUnderstood).toMatchObject([
      { line: 3, why: expect.stringContaining("without an id, 1 in all") },
    ]);
  });

  it("have none if the requirement's number is a duplicate", () => {
    const twice = "### Requirement 1: A\n#### Acceptance Criteria\n1. a\n";
    const { specs } = parse(twice + twice);
    expect(specs.map(({ content }) => acceptanceCriteria(content)[0]?.id)).toEqual(["R1.1", null]);
  });

  it("have none if an id would break the item's content", () => {
    expect(idsOf("Requirement 1", "1. ```", "   code", "   ```", "2. - nested", "3. # heading")).toEqual([
      [null, expect.stringContaining("code")],
      [null, "- nested"],
      [null, "# heading"],
    ]);
  });

  it.each([
    ["Requirement 12", "R12"],
    ["要件3", "R3"],
    ["1.2", "R1.2"],
    ["REQ-001", "R001"],
    ["FR-001", "FR001"],
    ["NFR 2", "NFR2"],
    ["Non-functional Requirement 2", "NFR2"],
    ["非機能要件 1", "NFR1"],
    ["User Story 2", "US2"],
    ["US-4", "US4"],
    ["Requirement 3b", "R3b"],
  ])("of %j have ids that begin with %s", (requirement, prefix) => {
    expect(prefixOfIds(requirement)).toBe(prefix);
  });
});
