import { blocks, type Heading, headings, paragraphStarts } from "../../text/markdown.ts";
import { listsOf } from "./lists.ts";
import { findSigns, type Sign } from "./signs.ts";
import { type HeadingRules, headingRules } from "./structure.ts";
import {
  criteriaHeading,
  isAboutTheWhole,
  isRequirementsSection,
  numberedHeading,
  type RequirementName,
  requirementHeading,
} from "./words.ts";

/** The lines `[from, to)`, from 0, with the heading at their start, if any. */
export interface Section {
  heading: Heading | null;
  requirement: RequirementName | null;
  from: number;
  to: number;
}

/** A document cut into requirements and other text; every line belongs to exactly one section. */
export interface Outline {
  lines: string[];
  headings: Heading[];
  paragraphs: { line: number }[];
  signs: Sign[];
  sections: Section[];
  rules: HeadingRules;
}

/**
 * Rejects headings made by a line of dashes, mostly a separator, unless the text is a heading of the format.
 */
function isMeant({ markup, text }: Heading): boolean {
  if (markup !== "-") return true;
  return [requirementHeading, criteriaHeading, isRequirementsSection, isAboutTheWhole].some((rule) =>
    rule(text),
  );
}

/**
 * Cuts a document into sections. A requirement extends to the next one or to the next heading of its level or
 * above, except for a criteria heading of its own level.
 */
export function outline(text: string): Outline {
  const tokens = blocks(text);
  const lines = text.split("\n");
  const all = headings(tokens).filter(isMeant);
  const paragraphs = paragraphStarts(tokens);
  const lists = listsOf(tokens, lines);
  const rules = headingRules({ lines, headings: all, paragraphs, lists });
  const sections: Section[] = [{ heading: null, requirement: null, from: 0, to: lines.length }];
  let above: Heading[] = [];
  for (const heading of all) {
    above = above.filter(({ level }) => level < heading.level);
    const parent = above.at(-1);
    above.push(heading);
    const last = sections.at(-1);
    const open = last?.requirement ? last.heading : null;
    const isCriteria = rules.criteria(heading.text) !== null;
    if (open && isCriteria && heading.level > open.level) continue;
    const listed = parent !== undefined && parent.level > 1 && isRequirementsSection(parent.text);
    const requirement = rules.requirement(heading) ?? (listed ? numberedHeading(heading.text) : null);
    if (open && requirement === null && heading.level >= open.level + (isCriteria ? 0 : 1)) continue;
    if (last) last.to = heading.line;
    sections.push({ heading, requirement, from: heading.line, to: lines.length });
  }
  const signs = findSigns(tokens, lines, lists);
  return { lines, headings: all, paragraphs, signs, sections, rules };
}
