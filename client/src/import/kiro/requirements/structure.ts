import type { Heading } from "../markdown.ts";
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

/** A document's headings are read by these rules: by words that are known, else by what its structure shows. */
export interface HeadingRules {
  /** Reads a heading of a requirement; null for others. */
  requirement(heading: Heading): RequirementName | null;
  /** Returns null unless a heading introduces criteria; `more` is true if it says more than that. */
  criteria(text: string): { more: boolean } | null;
  /** Returns true if a line of text stands in for a heading of criteria. */
  criteriaLine(line: string): boolean;
  /**
   * This word stands before the requirements' numbers in a language that is not known; it is empty where none was
   * needed.
   */
  learnedWord: string;
}

/** The rules are found in these parts of a document, which are in its order. */
export interface DocumentParts {
  lines: readonly string[];
  headings: readonly Heading[];
  paragraphs: readonly { line: number }[];
  lists: readonly List[];
}

/** Finds out how a document in any language is to be read. Nothing is learned where known words are found. */
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
  // Bullets stand below many headings: they say something only in a language that is not known.
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
