import { describe, expect, test } from "vitest";
import { acceptanceCriteria } from "./read-criteria.ts";

const languages = {
  English: { heading: "Acceptance criteria", items: ["A guest pays.", "A card that expired is refused."] },
  German: {
    heading: "Abnahmekriterien",
    items: ["Ein Gast zahlt.", "Eine abgelaufene Karte wird abgelehnt."],
  },
  French: { heading: "Critères d’acceptation", items: ["Un client paie.", "Une carte expirée est refusée."] },
  Spanish: {
    heading: "Criterios de aceptación",
    items: ["Un cliente paga.", "Una tarjeta caducada se rechaza."],
  },
  Chinese: { heading: "验收标准", items: ["客人可以付款。", "过期的卡会被拒绝。"] },
  Japanese: { heading: "受け入れ条件", items: ["客が支払う。", "期限切れのカードは拒否される。"] },
  Russian: { heading: "Критерии приёмки", items: ["Гость платит.", "Просроченная карта отклоняется."] },
  Arabic: { heading: "معايير القبول", items: ["الضيف يدفع.", "البطاقة المنتهية مرفوضة."] },
};

type Items = readonly [string, string];
type Pair = readonly [id: string | null, text: string];

/** Each form as people write it, with the criteria that it gives. */
const forms: Record<string, (heading: string, items: Items) => { lines: string[]; gives: Pair[] }> = {
  "a numbered list with labels": (heading, [a, b]) => ({
    lines: [`## ${heading}`, "", `1. AC-1: ${a}`, `2. AC-2: ${b}`],
    gives: [
      ["AC-1", a],
      ["AC-2", b],
    ],
  }),
  "lines with numbers of two parts": (heading, [a, b]) => ({
    lines: [`### ${heading}:`, "", `1.1 ${a}`, `1.2 ${b}`],
    gives: [
      [null, a],
      [null, b],
    ],
  }),
  "lines with labels": (heading, [a, b]) => ({
    lines: [`## ${heading}`, "", `AC1: ${a}`, `AC2: ${b}`],
    gives: [
      ["AC1", a],
      ["AC2", b],
    ],
  }),
  Gherkin: (heading, [a, b]) => ({
    lines: [`## ${heading}`, "", `Scenario: ${a}`, `  Given ${b}`, `  Then ${a}`],
    gives: [[null, `${a}\nGiven ${b}\nThen ${a}`]],
  }),
  bullets: (heading, [a, b]) => ({
    lines: [`**${heading}**`, "", `- ${a}`, `- ${b}`],
    gives: [
      [null, a],
      [null, b],
    ],
  }),
  boxes: (heading, [a, b]) => ({
    lines: [`## ${heading} ✅`, "", `- [ ] **AC-1** ${a}`, `- [x] **AC-2** ${b}`],
    gives: [
      ["AC-1", a],
      ["AC-2", b],
    ],
  }),
  "a table": (heading, [a, b]) => ({
    lines: [
      `## ${heading}`,
      "",
      "| # | ID | ✔ |",
      "|---|---|---|",
      `| 1 | AC-1 | ${a} |`,
      `| 2 | AC-2 | ${b} |`,
    ],
    gives: [
      ["AC-1", a],
      ["AC-2", b],
    ],
  }),
  "a name with a colon above a list": (heading, [a, b]) => ({
    lines: [`${heading}:`, "", `* ${a}`, `* ${b}`],
    gives: [
      [null, a],
      [null, b],
    ],
  }),
};

describe.each(Object.entries(languages))("in %s", (_language, { heading, items }) => {
  const [first = "", second = ""] = items;
  test.each(Object.entries(forms))("%s gives exactly its criteria with their ids", (_form, write) => {
    const { lines, gives } = write(heading, [first, second]);
    const text = ["A paragraph before.", "", ...lines, "", "## Next", "", "- No criterion."].join("\n");
    expect(acceptanceCriteria(text).map(({ id, text: words }) => [id, words])).toEqual(gives);
  });
});

test.each([
  ["a list below another heading", "## Steps\n\n1. Build it.\n2. Ship it."],
  ["a heading with further words", "## Acceptance criteria of the team\n\n- They meet."],
  ["a section without items", "## Acceptance criteria\n\nTo be written."],
  ["a definition of done", "## Definition of done\n\n- [ ] Reviewed."],
  ["a name in code", "```\n## Acceptance criteria\n- a\n```"],
  ["a name in a quote", "> ## Acceptance criteria\n>\n> - a"],
  ["a name in a comment", "<!--\n## Acceptance criteria\n- a\n-->"],
  ["a name in an item", "- ## Acceptance criteria\n  - a"],
  ["a name in a sentence", "The acceptance criteria are below.\n\n- a"],
  ["a colon line above a paragraph", "Acceptance criteria:\n\nIt works."],
  ["boxes of tasks", "## Tasks\n\n- [ ] Write it.\n- [x] Test it."],
  ["a table without a section", "| id | text |\n|---|---|\n| AC-1 | a |"],
  ["labels without a section", "AC-1: a\nAC-2: b"],
  ["a scenario without a section", "Scenario: a\n  Given b\n  Then c"],
  ["nothing", ""],
])("%s gives none", (_what, text) => {
  expect(acceptanceCriteria(text)).toEqual([]);
});
