import { describe, expect, it } from "vitest";
import { acceptanceCriteria } from "../../../../../contract/src/criteria/read-criteria.ts";
import { parse } from "../testing.ts";

const read = (text: string) => {
  const { plan, specs } = parse(text, {}, "folder");
  const criteria = specs.map(({ content }) =>
    acceptanceCriteria(content).map(({ id, text }) => `${id} ${text}`),
  );
  return { name: plan.name, titles: specs.map(({ title }) => title), criteria };
};
const expected = (titles: string[]) => ({
  name: "folder",
  titles,
  criteria: [["R1.1 a", "R1.2 b"], ["R2.1 c"]],
});

describe("a document in an unknown language", () => {
  it.each([
    [
      "Portuguese",
      "# Documento de Requisitos\n\n## Introdução\n\nx\n\n## Requisitos\n\n### Requisito 1: Entrar\n\n**História de Usuário:** Como leitor, quero entrar.\n\n#### Critérios de Aceitação\n\n1. a\n2. b\n\n### Requisito 2: Sair\n\n#### Critérios de Aceitação\n\n1. c\n",
      ["Entrar", "Sair"],
    ],
    [
      "Chinese",
      "# 需求文档\n\n## 简介\n\nx\n\n## 需求\n\n### 需求 1：登录\n\n**用户故事：** 作为用户，我想登录。\n\n#### 验收标准\n\n1. a\n2. b\n\n### 需求 2：退出\n\n#### 验收标准\n\n1. c\n",
      ["登录", "退出"],
    ],
    [
      "Arabic, with its own digits",
      "# وثيقة المتطلبات\n\n## المتطلبات\n\n### المتطلب ١: الدخول\n\n#### معايير القبول\n\n1. a\n2. b\n\n### المتطلب ٢: الخروج\n\n#### معايير القبول\n\n1. c\n",
      ["الدخول", "الخروج"],
    ],
    [
      "German, with criteria below a line in bold",
      "# Folder\n\n### Anforderung 1 - Anmelden\n\nText.\n\n**Abnahmekriterien:**\n\n1. a\n2. b\n\n### Anforderung 2 - Abmelden\n\n**Abnahmekriterien:**\n\n1. c\n",
      ["Anmelden", "Abmelden"],
    ],
  ])("is read by its structure: %s", (_language, text, titles) => {
    expect(read(text.replace("# Folder", "# Anforderungen"))).toEqual(expected(titles));
  });

  it("may have requirements with a known word and criteria with another", () => {
    const one = (n: number, items: string) =>
      `### Requirement ${n}: ${n === 1 ? "In" : "Out"}\n\n#### Critérios de Aceitação\n\n${items}\n\n`;
    expect(read(one(1, "1. a\n2. b") + one(2, "1. c"))).toEqual(expected(["In", "Out"]));
  });

  const inTwo = (word: string, heading: string, first: string, second: string) =>
    `### ${word} 1: In\n\nText.\n\n${heading}\n\n${first}\n\n### ${word} 2: Out\n\n${heading}\n\n${second}\n`;
  it.each([
    [
      "the digits of its script",
      "### المتطلب ١: In\n\n#### معايير القبول\n\n١. a\n٢. b\n\n### المتطلب ٢: Out\n\n#### معايير القبول\n\n١. c\n",
    ],
    ["signs of its own", inTwo("需求", "#### 验收标准", "1、a\n2、b", "1、c")],
    ["numbers in two parts", inTwo("Requisito", "#### Critérios de Aceitação", "1.1 a\n1.2 b", "2.1 c")],
    ["bullets", inTwo("Requisito", "#### Critérios de Aceitação", "- a\n- b", "- c")],
    ["bullets below a word that is not known", inTwo("Požadavek", "#### Podmínky", "- a\n- b", "- c")],
    ["numbers below a word that is not known", inTwo("Požadavek", "**Podmínky:**", "1.1 a\n1.2 b", "2.1 c")],
  ])("may write its criteria with %s", (_what, text) => {
    expect(read(text)).toEqual(expected(["In", "Out"]));
  });
});

describe("headings that only look like requirements", () => {
  it.each([
    "## Chapter 1: A\n\ntext\n\n## Chapter 2: B\n\ntext\n",
    "## Chapter 1: A\n\n```\n- x\n```\n\n## Chapter 2: B\n\n```\n1.1 x\n```\n",
    "## Chapter 1: A\n\n- x\n\n## Chapter 2: B\n\ntext\n\n## Chapter 3: C\n\ntext\n",
    "## Phase 1\n\n- x\n",
    "## 1. Introduction\n\n- x\n\n## 2. Scope\n\n1.1 y\n",
    "### 1. Introduction\n\n- x\n\n### 2. Scope\n\n- y\n",
    "## 1. Introduction\n\n1. one\n\n## 2. Scope\n\n1. two\n",
    "### Step 1: A\n\n1. x\n\n### Step 1: B\n\n1. y\n",
  ])("are text: %j", (text) => {
    expect(read(text).titles).toEqual([]);
  });

  it("are text next to requirements with a known word", () => {
    const text =
      "### Requirement 1: A\n\n#### Acceptance Criteria\n\n1. a\n\n## Phase 1\n\n1. x\n\n## Phase 2\n\n1. y\n";
    expect(read(text).titles).toEqual(["A"]);
  });

  it("do not turn a list into criteria if others have the known heading", () => {
    const text = "### Requirement 1: A\n\n#### Steps\n\n1. x\n\n#### Acceptance Criteria\n\n1. a\n";
    expect(read(text).criteria).toEqual([["R1.1 a"]]);
  });
});
