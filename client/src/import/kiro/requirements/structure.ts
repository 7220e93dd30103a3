import type { Heading } from "../../text/markdown.ts";
import { isSetApart, learnCriteria, plainName } from "./learn-criteria.ts";
import { learnRequirements } from "./learn-requirements.ts";
import type { List } from "./lists.ts";
import {
  criteriaHeading,
  isCriteriaLine,
  isRequirementsSection,
  numberedHeading,
  type RequirementName,
  requirementHeading,
} from "./words.ts";

/** Rules for reading a document's headings: known words, otherwise learned from its structure. */
export interface HeadingRules {
  /** Reads a requirement heading; null for others. */
  requirement(heading: Heading): RequirementName | null;
  /** Reads a criteria heading; `more` is true if it has additional words. */
  criteria(text: string): { more: boolean } | null;
  /** Tests whether a line stands in for a criteria heading. */
  criteriaLine(line: string): boolean;
  /** The learned word before requirement numbers; "" if none was needed. */
  learnedWord: string;
}

/** The parts of a document that the rules are derived from, in order. */
export interface DocumentParts {
  lines: readonly string[];
  headings: readonly Heading[];
  paragraphs: readonly { line: number }[];
  lists: readonly List[];
}

/** Derives the rules for a document in any language. Known words take precedence over learned ones. */
export function headingRules({ lines, headings: all, paragraphs, lists }: DocumentParts): HeadingRules {
  const isKnown =
    all.some(({ text }) => requirementHeading(text)) ||
    (all.some(({ text }) => isRequirementsSection(text)) && all.some(({ text }) => numberedHeading(text)));
  const learned = isKnown ? null : learnRequirements(all, lists);
  const requirement = (heading: Heading) =>
    learned ? learned.read(heading) : requirementHeading(heading.text);
  const hasCriteria =
    all.some(({ text }) => criteriaHeading(text)) ||
    paragraphs.some(({ line }) => isCriteriaLine(lines[line] ?? ""));
  const learnFrom = (some: readonly List[]) =>
    learnCriteria(lines, all, some, (heading) => requirement(heading) !== null);
  const none = { name: "", isRepeated: false };
  let found = hasCriteria ? none : learnFrom(lists.filter(({ isNumbered }) => isNumbered));
  // Bullets follow many headings, so they count only in an unknown language.
  if (!hasCriteria && learned && found.name === "") found = learnFrom(lists);
  const { name, isRepeated } = found;
  return {
    requirement,
    criteria: (text) =>
      criteriaHeading(text) ?? (name !== "" && plainName(text) === name ? { more: !isRepeated } : null),
    criteriaLine: (line) =>
      isCriteriaLine(line) || (isRepeated && name !== "" && isSetApart(line) && plainName(line) === name),
    learnedWord: learned?.word ?? "",
  };
}
