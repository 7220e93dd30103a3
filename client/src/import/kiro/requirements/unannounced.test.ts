import { describe, expect, it } from "vitest";
import { parse } from "../testing.ts";

const read = (text: string) => {
  const { specs, notUnderstood } = parse(`### Requirement 1: A\n\n${text}\n`);
  return {
    content: specs[0]?.content,
    criteria: specs[0]?.criteria,
    why: notUnderstood.map(({ why }) => why),
  };
};
const heading = "## Acceptance Criteria";

describe("criteria that no heading announces", () => {
  it.each([
    [
      "paragraphs of WHEN and THEN",
      "As a buyer, I want a cart.\n\nWHEN a THEN the system SHALL b\n\nIF c THEN d",
      `As a buyer, I want a cart.\n\n${heading}\n\n1. R1.1: WHEN a THEN the system SHALL b\n\n2. R1.2: IF c THEN d`,
      2,
    ],
    [
      "lines of one paragraph",
      "Story.\n**Given** a\n**When** b\n**Then** c",
      `Story.\n\n${heading}\n\n1. R1.1: **Given** a\n   **When** b\n   **Then** c`,
      1,
    ],
    [
      "a numbered list that reads like criteria",
      "Story.\n\n1. WHEN a THEN b\n2. The system SHALL c\n3. d",
      `Story.\n\n${heading}\n\n1. R1.1: WHEN a THEN b\n2. R1.2: The system SHALL c\n3. R1.3: d`,
      3,
    ],
    [
      "numbers that Markdown doesn't read",
      "Story.\n\n1.1 WHEN a THEN b\n1.2 IF c THEN d",
      `Story.\n\n${heading}\n\n1. R1.1: WHEN a THEN b\n2. R1.2: IF c THEN d`,
      2,
    ],
    [
      "numbers of a requirement and a criterion, in any language",
      "Como comprador.\n\n1.1 QUANDO a ENTÃO b\n1.2 SE c ENTÃO d",
      `Como comprador.\n\n${heading}\n\n1. R1.1: QUANDO a ENTÃO b\n2. R1.2: SE c ENTÃO d`,
      2,
    ],
    [
      "scenarios below headings of their own",
      "Story.\n\n#### One\n\nWHEN a THEN b\n\n#### Two\n\nWHEN c THEN d\n\n#### Notes\n\nx",
      `Story.\n\n#### Notes\n\nx\n\n${heading}\n\n#### One\n\n1. R1.1: WHEN a THEN b\n\n#### Two\n\n2. R1.2: WHEN c THEN d`,
      2,
    ],
  ])("are recognized by their content: %s", (_what, text, content, criteria) => {
    expect(read(text)).toEqual({ content, criteria, why: [] });
  });

  it("end before a list of something else, unless it depends on them", () => {
    expect(read("WHEN a THEN b\n\nSteps\n\n1. x\n2. y").content).toBe(
      `1. x\n2. y\n\n${heading}\n\n1. R1.1: WHEN a THEN b\n\nSteps`,
    );
    expect(read("WHEN a THEN b\n\n**Steps:**\n\n1. x\n2. y").content).toBe(
      `**Steps:**\n\n1. x\n2. y\n\n${heading}\n\n1. R1.1: WHEN a THEN b`,
    );
    expect(read("WHEN a THEN the system SHALL:\n\n1. x\n2. y").content).toBe(
      `${heading}\n\nWHEN a THEN the system SHALL:\n\n1. R1.1: x\n2. R1.2: y`,
    );
  });

  it("leave bullets below them as text, and say so", () => {
    expect(read("WHEN a THEN the system SHALL\n- b\n- c")).toEqual({
      content: `${heading}\n\n1. R1.1: WHEN a THEN the system SHALL\n- b\n- c`,
      criteria: 1,
      why: expect.arrayContaining(["next to numbered criteria: kept as text, not a criterion"]),
    });
  });

  it.each([
    "1. Open\n2. Click\n3. It must close",
    "When in doubt, ask.",
    "WHEN it rains",
    "```\nWHEN a THEN b\n```",
  ])("are not seen in %j", (text) => {
    expect(read(text)).toEqual({ content: text, criteria: 0, why: ["has no numbered acceptance criteria"] });
  });

  it("are not searched for if a heading announces criteria", () => {
    expect(read("WHEN a THEN b\n\n#### Acceptance Criteria\n\n1. c").content).toBe(
      `WHEN a THEN b\n\n${heading}\n\n1. R1.1: c`,
    );
  });
});
