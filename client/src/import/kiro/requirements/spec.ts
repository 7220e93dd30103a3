import { acceptanceCriteria } from "../../../../../contract/src/criteria/read-criteria.ts";
import type { Notice } from "../../format.ts";
import { leavesOpen, trimBlankLines } from "../../text/markdown.ts";
import { fitName } from "../../text/names.ts";
import { type ImportedSpec, requirementsFile } from "../types.ts";
import { numberCriteria } from "./criteria.ts";
import { criteriaHeading } from "./criteria-heading.ts";
import { labelCriteria, prefixOfIds } from "./criteria-ids.ts";
import { pieces } from "./pieces.ts";
import type { Outline, Section } from "./sections.ts";
import { titleOfText } from "./title.ts";

const paragraphs = (parts: string[]) => parts.filter((part) => part !== "").join("\n\n");

/**
 * Creates a requirement's spec without `ref` and `number`: its text, then its criteria with ids under the
 * heading that the service reads. With a repeated number (`isRepeated`), ids would repeat too and are left
 * out.
 */
export function makeSpec(
  outline: Outline,
  section: Section,
  isRepeated: boolean,
): { spec: Omit<ImportedSpec, "ref" | "number">; notices: Notice[] } {
  const { lines } = outline;
  const notices: Notice[] = [];
  const note = (line: number, why: string) =>
    notices.push({ file: requirementsFile, line: line + 1, text: lines[line] ?? "", why });

  const { id = "", title = "" } = section.requirement ?? {};
  const ownText = lines.slice(section.heading?.end ?? section.from, section.to);
  const { name, whole, problem } = fitName(title || titleOfText(ownText));
  const isCut = problem === "cut";
  if (isCut) note(section.from, "the title is longer than 200 characters: cut; whole, it begins the content");
  if (problem === "cleaned") note(section.from, "the title has control characters: each is a space");

  const before = [isCut ? whole : ""];
  const criteria: string[] = [];
  const after: string[] = [];
  const prefix = prefixOfIds(id);
  const ids = new Set<string>();
  let count = 0;
  for (const { isCriteria, from, to, heading } of pieces(outline, section)) {
    const own = lines.slice(from, to);
    if (isCriteria) {
      const read = numberCriteria(own.join("\n"));
      count += read.count;
      for (const { line, why } of read.notices) note(from + line, why);
      const labelled = isRepeated ? { text: read.text, doubled: [] } : labelCriteria(read.text, prefix, ids);
      if (labelled.doubled.length > 0)
        note(
          from,
          `criteria whose number was there before: without an id, ${labelled.doubled.length} in all`,
        );
      if (criteria.length === 0) criteria.push(criteriaHeading);
      criteria.push(heading && `**${heading}**`, trimBlankLines(labelled.text.split("\n")));
    } else {
      (criteria.length === 0 ? before : after).push(trimBlankLines(own));
    }
  }
  if (count === 0) note(section.from, "has no numbered acceptance criteria");

  const isLast = criteria.length === 0 || !leavesOpen(paragraphs([...before, ...after]));
  if (!isLast)
    note(section.to - 1, "an open code block or comment ends the document: it follows the criteria");
  const content = paragraphs(
    isLast ? [...before, ...after, ...criteria] : [...before, ...criteria, ...after],
  );
  const read = acceptanceCriteria(content).length;
  if (read !== count)
    note(section.from, `numbered items: ${count}, of which the service reads as criteria: ${read}`);
  const source = { file: requirementsFile, line: section.from + 1, end: section.to };
  return {
    spec: {
      title: name || `${id} (untitled)`,
      titleFrom: title === "" ? "text" : "heading",
      content,
      criteria: read,
      source,
    },
    notices,
  };
}
