import type { ItemText } from "./item-text.ts";
import { type Item, type LocatedCriterion, labelled, readLabel, splitBox } from "./label.ts";
import { isFunctional } from "./names.ts";

/** Criteria outside of sections: OpenSpec's scenarios and spec-kit's functional requirements. */
export interface Outside {
  readonly items: Item[];
  /** Level of the open heading "Requirement: …"; 0 if none. */
  requirement: number;
  /** Level of the open heading "Functional Requirements"; 0 if none. */
  functional: number;
  /** The current scenario; its block starts at offset `from`, line `fromLine`. */
  scenario: { name: string; line: number; from: number; fromLine: number } | null;
}

export const newOutside = (): Outside => ({ items: [], requirement: 0, functional: 0, scenario: null });

const REQUIREMENT = /^\s*Requirement[ \t]*:/i;
const SCENARIO = /^\s*Scenario[ \t]*:(.*)$/is;
const CLOSING_HASHES = /(?<![^ \t])#+[ \t]*$/;

/** A heading, with the offset and line at which the text below it starts. */
export interface OutsideHeading {
  level: number;
  source: string;
  line: number;
  from: number;
  fromLine: number;
  isInSection: boolean;
}

/** Reads a heading, and starts a scenario below it if it lies in no section. */
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

/** Ends the current scenario's block at offset `to`. */
export function endScenario(outside: Outside, text: string, to: number): void {
  const { scenario } = outside;
  if (!scenario) return;
  outside.scenario = null;
  const block = text.slice(scenario.from, to).trimEnd();
  const lastLine = block === "" ? scenario.line : scenario.fromLine + block.split("\n").length - 1;
  const lines = block.replace(/^(?:[ \t]*\n)+/, "");
  outside.items.push({ text: `${scenario.name}\n${lines}`.trim(), line: scenario.line, lastLine });
}

/** Adds a bullet below "Functional Requirements" if it begins with a label such as `**FR-001**:`. */
export function keepFunctional(outside: Outside, { text }: ItemText, line: number, lastLine: number): void {
  const { text: words, checked } = splitBox(text);
  const { id, text: requirement } = readLabel(words)?.possible ?? { id: null, text: words };
  if (id && /^FR\P{L}/u.test(id)) outside.items.push({ text: requirement, id, line, lastLine, checked });
}

export const criteriaOutside = ({ items }: Outside): LocatedCriterion[] => labelled(items);
