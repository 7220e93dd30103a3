// "Acceptance criteria" and "Done when" (decisions section 3, acceptance criteria), and what other languages call them. A
// name in another language is one more entry here.
const NAMES = [
  "acceptance\\s+criteri(?:a|on)",
  "done\\s+when",
  "受け?入れ?(?:基準|条件)",
  "完了条件",
  "akzeptanzkriterien",
  "critérios\\s+de\\s+aceit(?:ação|e)",
  "criterios\\s+de\\s+aceptación",
  "critères\\s+d['’]acceptation",
  "验收(?:标准|条件)",
  "معايير\\s+القبول",
];

/** The source of an expression for what a heading calls acceptance criteria, for the flags `iu`. */
export const criteriaNames = `(?:${NAMES.join("|")})`;

const REMARK = "(?:\\s*[(（][^()（）]*[)）])?";
const HEADING = new RegExp(`^[^\\p{L}]*${criteriaNames}${REMARK}[^\\p{L}]*$`, "iu");

// The limit keeps the expression's work bounded; no heading that names criteria is longer.
const LONGEST = 200;

/**
 * Returns true if a heading's text announces acceptance criteria. Case, a number before it, emphasis, symbols, a colon,
 * closing hashes and a remark in parentheses after it make no difference; other words do.
 */
export function announcesCriteria(heading: string): boolean {
  const text = heading.trim();
  return text.length <= LONGEST && HEADING.test(text);
}
