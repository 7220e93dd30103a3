import { announcesCriteria } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { parse, small } from "../testing.ts";
import { criteriaHeading } from "./words.ts";

describe("headings", () => {
  it("takes a criteria heading of the requirement's own level, or a line in bold, as part of the requirement", () => {
    const { specs } = parse(
      "## Requirement 1: A\n## Acceptance Criteria\n1. a\n## Requirement 2: B\n**Acceptance Criteria:**\n1. b\n",
    );
    expect(specs.map(({ content }) => content)).toEqual([
      "## Acceptance Criteria\n\n1. R1.1: a",
      "## Acceptance Criteria\n\n1. R2.1: b",
    ]);
  });

  it.each([
    "Acceptance criterion",
    "Done when",
    "受入条件",
    "完了条件",
    "Akzeptanzkriterien",
    "Critérios de aceite",
    "Criterios de aceptación",
    "Critères d’acceptation",
    "验收标准",
    "معايير القبول",
  ])("takes %j for a heading of criteria, like the service", (heading) => {
    expect(announcesCriteria(heading)).toBe(true);
    expect(criteriaHeading(heading)).toEqual({ more: false });
  });

  it.each([
    ["### Requirement 1: Album Management", "Requirement 1", "Album Management"],
    ["### requirement 12 - Albums", "requirement 12", "Albums"],
    ["### Requirement 1.2. Albums ###", "Requirement 1.2", "Albums"],
    ["### **Requirement 3:** Albums", "Requirement 3", "Albums"],
    ["### **Requirement 3: Albums**", "Requirement 3", "Albums"],
    ["### Requirement 4: **Bold** words", "Requirement 4", "**Bold** words"],
    ["### Requirement 5", "Requirement 5", "Requirement 5 (untitled)"],
    ["### Requirement 5:", "Requirement 5", "Requirement 5 (untitled)"],
    ["### 要件6：写真", "要件6", "写真"],
    ["### 【要件７】写真", "要件7", "写真"],
    ["### 非機能要件 1：速さ", "非機能要件 1", "速さ"],
    ["### FR-001: Sign in", "FR-001", "Sign in"],
    ["### User Story 2 - Sign in", "User Story 2", "Sign in"],
    ["### Non-functional Requirement 2: Speed", "Non-functional Requirement 2", "Speed"],
    ["Requirement 1: Albums\n---", "Requirement 1", "Albums"],
  ])("reads %j as a requirement", (heading, ref, title) => {
    expect(parse(heading).specs).toMatchObject([{ ref, title }]);
  });

  it.each([
    "### Requirements",
    "### Requirement overview",
    "### The Requirement 1",
    "Requirement 1: A",
    "### 1. A",
  ])("does not read %j as a requirement, and keeps it", (line) => {
    const { specs, plan } = parse(`Text\n\n${line}\ntext`);
    expect(specs).toEqual([]);
    expect(plan.description).toContain(`${line}\ntext`);
  });

  it("reads a numbered heading as a requirement only directly under a Requirements heading", () => {
    const text =
      "## 1. Introduction\n### 1.1 Aim\n## 2. Requirements\n### 2.1 Albums\n#### 1. Steps\n### Group\n#### 2. No\n";
    expect(parse(text).specs.map(({ ref, title }) => [ref, title])).toEqual([["2.1", "Albums"]]);
  });

  it("takes a Requirements heading of level 1 as the document's title, not as a list of numbered headings", () => {
    expect(parse("# Requirements\n## 1. Albums\n").specs).toEqual([]);
  });

  it("takes dashes under a text as a separator, not as a heading that ends the requirement", () => {
    const { specs } = parse("### Requirement 1: A\ntext\n---\nmore\n#### Acceptance Criteria\n1. x\n");
    expect(specs[0]?.content).toBe("text\n---\nmore\n\n## Acceptance Criteria\n\n1. R1.1: x");
  });

  it("accepts a criteria heading only as a whole", () => {
    const text =
      "### Requirement 1: A\n#### Acceptance criteria owner\n1. x\n#### 受け入れ基準\n**Acceptance criteria:**\n1. y";
    expect(parse(text).specs[0]?.content).toBe(
      "#### Acceptance criteria owner\n1. x\n\n## Acceptance Criteria\n\n**Acceptance criteria:**\n1. R1.1: y",
    );
  });

  it("gives a repeated number a separate ref, and says so", () => {
    const { specs, notUnderstood } = parse(
      `${small}\n### Requirement 1: Again\n#### Acceptance Criteria\n1. x\n`,
    );
    expect(specs.map(({ ref }) => ref)).toEqual(["Requirement 1", "Requirement 2", "Requirement 1 (2)"]);
    expect(notUnderstood).toEqual([
      {
        file: "requirements.md",
        line: 20,
        text: "### Requirement 1: Again",
        why: expect.stringContaining("before"),
      },
    ]);
  });

  it("reads 要件1 and 要件 1 as the same number", () => {
    const { specs, notUnderstood } = parse("## 要件1\n#### 受入基準\n1. x\n## 要件 1\n#### 受入基準\n1. y\n");
    expect(specs.map(({ ref }) => ref)).toEqual(["要件1", "要件 1 (2)"]);
    expect(notUnderstood.map(({ line }) => line)).toEqual([4]);
  });
});
