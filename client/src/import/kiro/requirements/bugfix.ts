import { acceptanceCriteria } from "../../../../../contract/src/criteria/read-criteria.ts";
import type { Notice } from "../../format.ts";
import { blocks, type Heading, headings, leavesOpen, trimBlankLines } from "../../text/markdown.ts";
import { bugfixFile, type ImportedSpec } from "../types.ts";
import { numberCriteria } from "./criteria.ts";
import { criteriaHeading } from "./criteria-heading.ts";
import { labelCriteria } from "./criteria-ids.ts";

/** A bug as a spec, and the text outside of its analysis. */
export interface Bugfix {
  spec: Omit<ImportedSpec, "title">;
  /** The document's first heading; "" if there is none. */
  title: string;
  description: string;
  notices: Notice[];
}

/** A part about what the system does; the numbers of its items begin with `number`. */
interface Behavior {
  heading: Heading;
  number: "1" | "2" | "3";
  to: number;
}

const named = [
  [/^current behaviou?r/iu, "1"],
  [/^expected behaviou?r/iu, "2"],
  [/^unchanged behaviou?r/iu, "3"],
] as const;

/**
 * Converts a `bugfix.md` to a spec: expected and unchanged behavior are its criteria, with their numbers, and the
 * rest of the analysis is its text. Other sections are the plan's.
 */
export function makeBugfix(text: string): Bugfix {
  const lines = text.split("\n");
  const all = headings(blocks(text));
  const behaviors = all.flatMap((heading, index): Behavior[] => {
    const to = all.slice(index + 1).find(({ level }) => level <= heading.level)?.line ?? lines.length;
    const number = numberOf(heading, lines.slice(heading.end, to));
    return number ? [{ heading, number, to }] : [];
  });
  const [from, to] = analysisOf(all, behaviors, lines.length);
  const notices: Notice[] = [];
  const note = (line: number, why: string) =>
    notices.push({ file: bugfixFile, line: line + 1, text: lines[line] ?? "", why });
  const asCriteria = behaviors.filter(({ number }) => number !== "1");
  const isCriteria = (line: number) =>
    asCriteria.some(({ heading, to: end }) => line >= heading.line && line < end);
  const rest = lines.slice(from, to).filter((_, index) => !isCriteria(from + index));
  const ids = new Set<string>();
  const criteria = asCriteria.flatMap(({ heading, number, to: end }) => {
    const read = numberCriteria(trimBlankLines(lines.slice(heading.end, end)));
    for (const { line, why } of read.notices) note(heading.end + line, why);
    const labelled = labelCriteria(read.text, `R${number}`, ids);
    return [`**${heading.text.replaceAll("**", "")}**`, labelled.text];
  });
  if (asCriteria.length === 0)
    note(0, 'no heading "Expected Behavior" or "Unchanged Behavior": the bug has no criteria');
  const body = trimBlankLines(rest);
  const section = criteria.length > 0 ? [criteriaHeading, ...criteria] : [];
  const content = (leavesOpen(body) ? [...section, body] : [body, ...section]).filter(Boolean).join("\n\n");
  const source = { file: bugfixFile, line: from + 1, end: to };
  const outside = [lines.slice(0, from), lines.slice(to)].map(trimBlankLines).filter(Boolean);
  const spec = { ref: "Bugfix", number: "bugfix", titleFrom: "text" as const, content, source };
  return {
    spec: Object.assign(spec, { criteria: acceptanceCriteria(content).length }),
    title: all[0]?.level === 1 ? all[0].text : "",
    description: outside.join("\n\n"),
    notices,
  };
}

/** Returns the number of a part by its name, else by its items; null for other headings. */
function numberOf({ text }: Heading, body: readonly string[]): Behavior["number"] | null {
  const name = text.replaceAll(/[*_]/gu, "").trim();
  const known = named.find(([form]) => form.test(name));
  if (known) return known[1];
  const own = body.slice(
    0,
    Math.max(
      0,
      body.findIndex((line) => /^#{1,6}\s/u.test(line)),
    ) || undefined,
  );
  const [, number] = /^\s*(?:[-*+]\s+)?\*{0,2}([123])\.[1-9]/mu.exec(own.join("\n")) ?? [];
  return number === "1" || number === "2" || number === "3" ? number : null;
}

/** Returns the lines of the analysis: the section that holds all behaviors, else from the first to the last one. */
function analysisOf(
  all: readonly Heading[],
  behaviors: readonly Behavior[],
  end: number,
): [from: number, to: number] {
  const [first] = behaviors;
  if (!first) return [0, end];
  const to = behaviors.reduce((last, one) => Math.max(last, one.to), 0);
  const parent = all.findLast(({ line, level }) => line < first.heading.line && level < first.heading.level);
  if (!parent || parent.level === 1) return [first.heading.line, to];
  const next = all.find(({ line, level }) => line > parent.line && level <= parent.level)?.line ?? end;
  return [parent.line, Math.max(next, to)];
}
