import { describe, expect, it } from "vitest";
import { numberCriteria } from "./criteria.ts";

const lines = (...all: string[]) => all.join("\n");

describe("numberCriteria", () => {
  it("keeps the hard breaks of paragraphs of WHEN and THEN", () => {
    const text =
      "WHEN a card is refused  \nTHEN the order stays open\n\nWHEN it is taken\\\nTHEN it SHALL be paid";
    expect(numberCriteria(text).text).toBe(
      "1. WHEN a card is refused  \n   THEN the order stays open\n\n2. WHEN it is taken\\\n   THEN it SHALL be paid",
    );
  });

  it.each([
    ["1. a\n2. b"],
    ["1) a\n2) b"],
    ["3. a\n7. b"],
    ["1. a\n1. b"],
    ["1. a\n   wrapped\n   - nested\n\n   1. nested\n2. [ ] b"],
    ["**Group**\n1. a\n\n**Other group**\n1. b"],
    ["1. AC-1: a\n2. **AC-2:** b"],
    ["1. a\n1.1 of a\n2. b"],
  ])("leaves %j as it is", (text) => {
    expect(numberCriteria(text)).toEqual({ text, count: 2, notices: [] });
  });

  it.each([
    ["1.1 a\n1.2 b", "1. R1.1: a\n2. R1.2: b"],
    ["1.1. a\n\n1.2. b", "1. R1.1: a\n\n2. R1.2: b"],
    ["**1.1** a\n**1.2**: b", "1. R1.1: a\n2. R1.2: b"],
    ["- 1.1 a\n- **1.2:** b", "1. R1.1: a\n2. R1.2: b"],
    ["- [ ] 1.1 a\n- [x] 1.2 b", "1. [ ] R1.1: a\n2. [x] R1.2: b"],
    ["AC-1: a\nAC-2: b", "1. AC-1: a\n2. AC-2: b"],
    ["- **AC1:** a\n- **AC2:** b", "1. **AC1:** a\n2. **AC2:** b"],
    ["１．あ\n２．い", "1. あ\n2. い"],
    ["1．あ\n2．い", "1. あ\n2. い"],
    ["1、あ\n2、い", "1. あ\n2. い"],
    ["(1) a\n(2) b", "1. a\n2. b"],
    ["（１）あ\n（２）い", "1. あ\n2. い"],
    ["①あ\n② い", "1. あ\n2. い"],
    ["1.あ\n2.い", "1. あ\n2. い"],
    ["３．あ\n４．い", "3. あ\n4. い"],
    ["- 3. a\n- 4. b", "3. a\n4. b"],
  ])("creates numbered items from %j, with the source's numbers", (text, expected) => {
    expect(numberCriteria(text)).toEqual({ text: expected, count: 2, notices: [] });
  });

  it("numbers bullets, moves the text below them along, and says so", () => {
    const text = lines("* a", "  - nested", "    deeper", "* [ ] b", "", "  ```", "  - code", "  ```");
    const result = lines(
      "1. a",
      "   - nested",
      "     deeper",
      "2. [ ] b",
      "",
      "   ```",
      "   - code",
      "   ```",
    );
    expect(numberCriteria(text)).toEqual({
      text: result,
      count: 2,
      notices: [{ line: 0, why: "criteria without numbers: counted up, 2 in all" }],
    });
  });

  it("continues the count of bullets across groups, and separates each list from the line above it", () => {
    expect(numberCriteria("**A**\n- a\n- b\n\n**B**\n- c")).toMatchObject({
      text: "**A**\n\n1. a\n2. b\n\n**B**\n\n3. c",
      count: 3,
    });
  });

  it("continues the count of numbered lines across groups", () => {
    expect(numberCriteria("**A**\n1.1 a\n- sub\n1.2 b\n\n**B**\n2.1 c")).toMatchObject({
      text: "**A**\n\n1. R1.1: a\n- sub\n\n2. R1.2: b\n\n**B**\n\n3. R2.1: c",
      count: 3,
    });
  });

  it("lists bullets and differently numbered lines next to numbered items, and keeps them as text", () => {
    const text = lines("1. a", "", "1.1 x", "", "- y", "- z");
    const why = "next to numbered criteria: kept as text, not a criterion";
    expect(numberCriteria(text)).toEqual({
      text,
      count: 1,
      notices: [2, 4, 5].map((line) => ({ line, why })),
    });
  });

  it("finds no criterion in a code block", () => {
    const text = lines("```", "1.1 a", "- b", "```", "text");
    expect(numberCriteria(text)).toEqual({ text, count: 0, notices: [] });
  });

  it.each([
    [
      "WHEN a THEN the system SHALL b\n\nIF c THEN d",
      "1. WHEN a THEN the system SHALL b\n\n2. IF c THEN d",
      2,
    ],
    ["**WHEN** a\n**THEN** b\n**AND** c", "1. **WHEN** a\n   **THEN** b\n   **AND** c", 1],
    ["WHEN a THEN b\nWHEN c THEN d", "1. WHEN a THEN b\n2. WHEN c THEN d", 2],
    [
      "GIVEN a\nWHEN b\nTHEN c\n\n**Given** d **when** e **then** f",
      "1. GIVEN a\n   WHEN b\n   THEN c\n\n2. **Given** d **when** e **then** f",
      2,
    ],
    ["These hold:\n\nWHEN a THEN b\n\nThat is all.", "These hold:\n\n1. WHEN a THEN b\n\nThat is all.", 1],
  ])("creates items from the paragraphs %j", (text, expected, count) => {
    expect(numberCriteria(text)).toEqual({ text: expected, count, notices: [] });
  });

  it("leaves text that only happens to begin with such a word", () => {
    const text = "When in doubt, ask.\n\nif (x) then";
    expect(numberCriteria(text)).toEqual({ text, count: 0, notices: [] });
  });
});
