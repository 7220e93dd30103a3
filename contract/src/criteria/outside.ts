import type { ItemText } from "./item-text.ts";
import { type Item, type LocatedCriterion, labelled, readLabel, splitBox } from "./label.ts";
import { isFunctional } from "./names.ts";

/** The criteria of a text that stand in no section: OpenSpec's scenarios and spec-kit's functional requirements. */
export interface Outside {
  readonly items: Item[];
  /** The level of the heading "Requirement: …" that is open; 0 for none. */
  requirement: number;
  /** The level of the heading "Functional Requirements" that is open; 0 for none. */
  functional: number;
  /** The scenario whose block is being read; the block begins at `from` in the text, in the line `fromLine`. */
  scenario: { name: string; line: number; from: number; fromLine: number } | null;
}

export const newOutside = (): Outside => ({ items: [], requirement: 0, functional: 0, scenario: null });

const REQUIREMENT = /^\s*Requirement[ \t]*:/i;
const SCENARIO = /^\s*Scenario[ \t]*:(.*)$/is;
const CLOSING_HASHES = /(?<![^ \t])#+[ \t]*$/;

/** A heading as the outside of sections sees it; the text below it begins at `from`, in the line `fromLine`. */
export interface OutsideHeading {
  level: number;
  source: string;
  line: number;
  from: number;
  fromLine: number;
  isInSection: boolean;
}

/** Reads a heading; a scenario begins below it if it lies in no section. */
export function readOutsideHeading(outside: Outside, heading: OutsideHeading): void {
  const { level, source, line, from, fromLine, isInSection } = heading;
  const name = SCENARIO.exec(source)?.[1]?.replace(CLOSING_HASHES, "").trim();
  if (name !== undefined && outside.requirement > 0) {
    if (!isInSection) outside.scenario = { name, line, from, fromLine };
  } else if (REQUIREMENT.test(source)) outside.requirement = level;
  else if (level <= outside.requirement) outside.requirement = 0;
  if (level <= outside.functional) outside.functional = 0;
  if (isFunctional(source)) outside.functional = level;
}

/** Ends the block of the scenario that is being read, which goes up to the place `to` in the text. */
export function endScenario(outside: Outside, text: string, to: number): void {
  const { scenario } = outside;
  if (!scenario) return;
  outside.scenario = null;
  const block = text.slice(scenario.from, to).trimEnd();
  const lastLine = block === "" ? scenario.line : scenario.fromLine + block.split("\n").length - 1;
  const lines = block.replace(/^(?:[ \t]*\n)+/, "");
  outside.items.push({ text: `${scenario.name}\n${lines}`.trim(), line: scenario.line, lastLine });
}

/** Keeps a bullet below "Functional Requirements" if it begins with a label such as `**FR-001**:`. */
export function keepFunctional(outside: Outside, { text }: ItemText, line: number, lastLine: number): void {
  const { text: words, checked } = splitBox(text);
  const { id, text: requirement } = readLabel(words)?.possible ?? { id: null, text: words };
  if (id && /^FR\P{L}/u.test(id)) outside.items.push({ text: requirement, id, line, lastLine, checked });
}

/** Returns the criteria outside of sections. */
export const criteriaOutside = ({ items }: Outside): LocatedCriterion[] => labelled(items);
