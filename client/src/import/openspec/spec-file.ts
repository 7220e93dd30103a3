import { blocks, type Heading, headingAfter, headings, trimBlankLines } from "../text/markdown.ts";
import type { SourceText } from "../text/source-text.ts";

/** A requirement's part of a file, on the lines `[from, to)`. */
export interface Requirement {
  name: string;
  /** The heading above it as written, such as `## ADDED Requirements`. */
  section: string;
  text: string;
  from: number;
  to: number;
}

/** A file of requirements: those of a capability, or what a change does to them. */
export interface SpecFile {
  requirements: Requirement[];
  /** The lines outside of requirements. */
  rest: string;
  /** Sections that aren't the format's, from 0. */
  unknown: { line: number; title: string }[];
}

const REQUIREMENT = /^Requirement\s*[:：]\s*(.*)$/iu;
const SECTION = /^(?:(?:ADDED|MODIFIED|REMOVED|RENAMED)\s+)?Requirements$|^Purpose$/iu;
const DELTA = /^(ADDED|MODIFIED|REMOVED|RENAMED)\s+Requirements$/iu;
const FROM = /^\s*(?:[-*+]\s+)?\**FROM\**\s*:\**\s*`?(?:#+\s*)?(?:Requirement\s*:\s*)?(.*?)`?\s*$/iu;
const TO = /^\s*(?:[-*+]\s+)?\**TO\**\s*:\**\s*`?(?:#+\s*)?(?:Requirement\s*:\s*)?(.*?)`?\s*$/iu;

/** Splits a file into its requirements and the rest. */
export function specFile({ lines }: SourceText): SpecFile {
  const found = headings(blocks(lines.join("\n")));
  const requirements: Requirement[] = [];
  const unknown: SpecFile["unknown"] = [];
  let section = "";
  for (const [index, { line, level, text }] of found.entries()) {
    const name = REQUIREMENT.exec(text)?.[1]?.trim();
    if (name !== undefined) {
      const next = headingAfter(
        found,
        index,
        (other) => other.level <= level || REQUIREMENT.test(other.text),
      );
      const to = next?.line ?? lines.length;
      requirements.push({ name, section, text: trimBlankLines(lines.slice(line, to)), from: line, to });
    } else if (level === 2) {
      section = lines[line]?.trim() ?? "";
      if (!SECTION.test(text)) unknown.push({ line, title: text });
      const to = found[index + 1]?.line ?? lines.length;
      if (/^RENAMED/iu.test(text) && DELTA.test(text))
        requirements.push(...renamed(lines, line + 1, to, section));
    }
  }
  return { requirements, rest: restOf(lines, requirements, found), unknown };
}

/** Reads the pairs of `FROM:` and `TO:` on the lines `[from, to)`. */
function renamed(lines: readonly string[], from: number, to: number, section: string): Requirement[] {
  const pairs: Requirement[] = [];
  let begin = -1;
  for (let at = from; at < to; at++) {
    if (FROM.test(lines[at] ?? "")) begin = at;
    const name = begin < 0 ? undefined : TO.exec(lines[at] ?? "")?.[1];
    if (name === undefined) continue;
    pairs.push({ name, section, text: lines.slice(begin, at + 1).join("\n"), from: begin, to: at + 1 });
    begin = -1;
  }
  return pairs;
}

/** Joins the lines of no requirement, without the kinds of changes, which their requirements repeat. */
function restOf(
  lines: readonly string[],
  requirements: readonly Requirement[],
  found: readonly Heading[],
): string {
  const kept: (string | null)[] = [...lines];
  for (const { from, to } of requirements) kept.fill(null, from, to);
  for (const [index, { line, end, level, text }] of found.entries()) {
    const next = headingAfter(found, index, (other) => other.level <= level)?.line ?? lines.length;
    const isEmpty = kept.slice(end, next).every((one) => one === null || one.trim() === "");
    if (isEmpty && DELTA.test(text) && kept.slice(end, next).includes(null)) kept.fill(null, line, end);
  }
  return trimBlankLines(kept.filter((line) => line !== null));
}

export const isRenamed = ({ section }: Requirement): boolean => /^#+\s*RENAMED\s/iu.test(section);
