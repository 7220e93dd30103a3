import { headingText } from "./heading-text.ts";
import type { Item } from "./label.ts";
import type { Row } from "./section.ts";

const SCENARIO =
  /^(?:\*\*|__)?(?:(Scenario(?: Outline| Template)?)|Example)(?:\*\*|__)?[ \t]*[:：](?:\*\*|__)?[ \t]*(.*)$/i;
const STEP = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?[*_]{0,3}(?:Given|When|Then|And|But)\b|^\*[ \t]/i;
const EXAMPLES = /^(?:[-*+][ \t]+)?[*_]{0,3}(?:Examples|Scenarios)[ \t]*:|^\|/i;
const OTHER_PART = /^(?:\*\*|__)?(?:Background|Feature|Rule)[ \t]*:/i;
const DOC_STRING = /^(?:"""|```)/;
const TAG = /^@\S/;

/** Info strings of fences that may hold Gherkin. */
const GHERKIN_FENCE = /^(?:gherkin|cucumber|feature|bdd|te?xt|plain|plaintext)?$/i;

export const mayHoldGherkin = (info: string): boolean =>
  GHERKIN_FENCE.test(info.trim().split(/\s/, 1)[0] ?? "");

/** Tests whether a line begins a scenario or another part of a feature. */
export const startsGherkin = (text: string): boolean => SCENARIO.test(text) || OTHER_PART.test(text);

/** Tests whether a line continues a feature: a part of it, a step, a row or a tag. */
export const continuesGherkin = (text: string): boolean =>
  startsGherkin(text) || STEP.test(text) || EXAMPLES.test(text) || TAG.test(text);

interface Scenario {
  row: Row;
  lines: string[];
  lastLine: number;
  /** False for an `Example:` until a step follows, since prose uses the word too. */
  isCertain: boolean;
  hasStep: boolean;
  isQuoting: boolean;
}

/**
 * Returns the scenarios of a section, fenced or plain: the name, then steps and example rows on their own
 * lines. Backgrounds and examples without steps are skipped.
 */
export function gherkinItems(rows: readonly Row[]): Item[] {
  const scenarios: Scenario[] = [];
  let isOpen = false;
  for (const row of rows) {
    const text = row.kind === "heading" ? headingText(row.text) : row.text.trim();
    const current: Scenario | undefined = isOpen ? scenarios.at(-1) : undefined;
    const begun: Scenario | null = current?.isQuoting ? null : scenarioAt(row, text);
    if (begun) scenarios.push(begun);
    isOpen = begun !== null || (current !== undefined && readRow(current, row, text));
  }
  return scenarios
    .filter(({ isCertain }) => isCertain)
    .map(({ lines, row, lastLine }) => ({ text: lines.join("\n").trim(), line: row.line, lastLine }));
}

/** Returns the scenario that a line begins, if any. A heading "Example: …" begins none. */
function scenarioAt(row: Row, text: string): Scenario | null {
  const { kind, line } = row;
  if (kind !== "text" && kind !== "gherkin" && kind !== "heading") return null;
  const [, keyword, name] = SCENARIO.exec(text) ?? [];
  const isCertain = keyword !== undefined;
  if (name === undefined || (kind === "heading" && !isCertain)) return null;
  const words = name.includes("**") && !name.startsWith("**") ? name.replace("**", "") : name;
  return { row, lines: [words.trim()], lastLine: line, isCertain, hasStep: false, isQuoting: false };
}

/** Adds a line to the scenario; returns false if the scenario ended before it. */
function readRow(scenario: Scenario, row: Row, text: string): boolean {
  const { kind, opens } = row;
  if (kind === "blank") return true;
  if (kind === "fence") return scenario.row.kind !== "gherkin";
  if (kind === "heading" || (!scenario.isQuoting && OTHER_PART.test(text))) return false;
  const isMark = DOC_STRING.test(text) && (kind === "gherkin" || kind === "text");
  if (isMark) scenario.isQuoting = !scenario.isQuoting;
  const isStep = STEP.test(text);
  if (isStep || isMark || scenario.isQuoting || EXAMPLES.test(text)) {
    scenario.lines.push(text);
    scenario.hasStep ||= isStep;
    scenario.isCertain ||= isStep && kind !== "item";
  } else if (kind === "text" && TAG.test(text)) {
    return true;
  } else if (kind === "text" && !opens && scenario.hasStep) {
    scenario.lines.push(`${scenario.lines.pop() ?? ""} ${text}`);
  } else if (kind === "item") {
    scenario.lines.push(row.text.trimEnd());
  } else {
    return kind === "gherkin" || (kind === "text" && !opens);
  }
  scenario.lastLine = row.line;
  return true;
}
