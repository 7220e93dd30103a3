import { blocks, type Heading, headings, paragraphStarts } from "../markdown.ts";
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

/** A section has the lines `[from, to)`, from 0, and the heading that they start with, if any. */
export interface Section {
  heading: Heading | null;
  requirement: RequirementName | null;
  from: number;
  to: number;
}

/** An outline cuts a document into requirements and the text outside them; every line is in exactly one section. */
export interface Outline {
  lines: string[];
  headings: Heading[];
  paragraphs: { line: number }[];
  signs: Sign[];
  sections: Section[];
  rules: HeadingRules;
}

/**
 * Returns true if a heading is meant as one. A line of dashes below a text is mostly a separator, though CommonMark
 * reads a heading: it counts only where the text is a heading of the format.
 */
function isMeant({ markup, text }: Heading): boolean {
  if (markup !== "-") return true;
  return [requirementHeading, criteriaHeading, isRequirementsSection, isAboutTheWhole].some((rule) =>
    rule(text),
  );
}

/**
 * Cuts a document into sections. A requirement extends to the next requirement or the next heading of its level or
 * above; its criteria may have a heading of the requirement's own level.
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
