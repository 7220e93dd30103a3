import type { Item } from "./label.ts";
import type { Row } from "./section.ts";

const SCENARIO =
  /^(?:\*\*|__)?(?:Scenario(?: Outline| Template)?|Example)[ \t]*[:：](?:\*\*|__)?[ \t]*(.*)$/i;
const STEP = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?[*_]{0,3}(?:Given|When|Then|And|But)\b|^\*[ \t]/i;
const EXAMPLES = /^(?:[-*+][ \t]+)?[*_]{0,3}(?:Examples|Scenarios)[ \t]*:|^\|/i;
const OTHER_PART = /^(?:\*\*|__)?(?:Background|Feature|Rule)[ \t]*:/i;
const DOC_STRING = /^(?:"""|```)/;
/** The marks before the words of a heading. */
const HEADING = /^#{1,6}[ \t]+|[ \t]+#+$/g;

/** The info strings of fences that hold Gherkin, or may. */
const GHERKIN_FENCE = /^(?:gherkin|cucumber|feature|bdd|te?xt|plain|plaintext)?$/i;

/** Returns true if a fence with this info string is looked at. */
export const mayHoldGherkin = (info: string): boolean =>
  GHERKIN_FENCE.test(info.trim().split(/\s/, 1)[0] ?? "");

/** Returns true if a line of a paragraph begins a scenario or a step. */
export const startsGherkinLine = (text: string): boolean =>
  SCENARIO.test(text.trim()) || STEP.test(text.trim()) || EXAMPLES.test(text.trim());

interface Scenario {
  row: Row;
  lines: string[];
  lastLine: number;
  hasStep: boolean;
  isQuoting: boolean;
}

/**
 * Returns the scenarios of a section, fenced or plain: the name, then each step and row of examples on a line of its own,
 * as written. A background is left out, and so is a scenario without steps.
 */
export function gherkinItems(rows: readonly Row[]): Item[] {
  const items: Item[] = [];
  let scenario: Scenario | null = null;
  const finish = () => {
    if (scenario?.hasStep) {
      items.push({
        text: scenario.lines.join("\n").trim(),
        line: scenario.row.line,
        lastLine: scenario.lastLine,
      });
    }
    scenario = null;
  };
  for (const row of rows) {
    const text = row.kind === "heading" ? row.text.trim().replaceAll(HEADING, "") : row.text.trim();
    const mayName = row.kind === "text" || row.kind === "gherkin" || row.kind === "heading";
    const name: string | undefined = mayName && !scenario?.isQuoting ? SCENARIO.exec(text)?.[1] : undefined;
    if (name !== undefined) {
      finish();
      const words: string = name.includes("**") && !name.startsWith("**") ? name.replace("**", "") : name;
      scenario = { row, lines: [words.trim()], lastLine: row.line, hasStep: false, isQuoting: false };
    } else if (scenario && !readRow(scenario, row, text)) finish();
  }
  finish();
  return items;
}

/** Adds a line to its scenario; returns false if the scenario is over before it. */
function readRow(scenario: Scenario, row: Row, text: string): boolean {
  const { kind, opens } = row;
  if (kind === "blank") return true;
  if (kind === "fence") return scenario.row.kind !== "gherkin";
  if (kind === "heading" || (!scenario.isQuoting && OTHER_PART.test(text))) return false;
  const isMark = DOC_STRING.test(text);
  if (isMark && kind === "gherkin") scenario.isQuoting = !scenario.isQuoting;
  const isStep = STEP.test(text);
  if (isStep || isMark || scenario.isQuoting || EXAMPLES.test(text)) {
    scenario.lines.push(text);
    scenario.hasStep ||= isStep;
  } else if (kind === "text" && !opens && scenario.hasStep) {
    scenario.lines.push(`${scenario.lines.pop() ?? ""} ${text}`);
  } else if (kind === "item") scenario.lines.push(row.text.trimEnd());
  else if (kind === "gherkin" || (kind === "text" && !opens)) return true;
  else return false;
  scenario.lastLine = row.line;
  return true;
}
