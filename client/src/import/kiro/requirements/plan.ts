import type { Notice } from "../../format.ts";
import { trimBlankLines } from "../../text/markdown.ts";
import { fitName } from "../../text/names.ts";
import { type KiroImport, requirementsFile } from "../types.ts";
import type { Outline, Section } from "./sections.ts";
import { isAboutTheWhole, isRequirementsSection, titleOfDocument } from "./words.ts";

const notRequired = "not a requirement";

const spaced = (text: string) => text.replace(/\s+/gu, " ").trim();

/**
 * Creates the plan, named by the document's title or the first usable one of `otherNames`; its description is
 * all text outside the requirements, without a title that is its name and an otherwise empty heading "Requirements".
 */
export function makePlan(
  { lines, headings, sections, rules }: Outline,
  otherNames: string[],
): { plan: KiroImport["plan"]; notices: Notice[] } {
  const notices: Notice[] = [];
  const note = (line: number, text: string, why: string) =>
    notices.push({ file: requirementsFile, line: line + 1, text, why });
  const first = headings[0];
  const isTitle = first?.level === 1 && !isAboutTheWhole(first.text);
  const titled = sections.find(
    ({ heading, requirement }) => isTitle && heading === first && requirement === null,
  );
  const names = [titleOfDocument(titled?.heading?.text ?? "", rules.learnedWord), ...otherNames].map(fitName);
  const chosen = names.find(({ name }) => name !== "") ?? fitName("Kiro spec");
  if (chosen.problem) note(titled?.from ?? 0, chosen.whole, `the plan's name had to be ${chosen.problem}`);

  // The name says all of it; other titles stay.
  const isTitleSaid = spaced(titled?.heading?.text.replaceAll("**", "") ?? "") === spaced(chosen.name);

  // Without requirements there is no plan, and nothing is kept.
  const isMade = sections.some(({ requirement }) => requirement !== null);
  const texts: string[] = [];
  // Level of the heading whose content is already accounted for.
  let covered = 7;
  const write = (section: Section) => {
    const { heading, from, to } = section;
    const isList = heading !== null && isRequirementsSection(heading.text);
    const own = trimBlankLines(lines.slice(heading?.end ?? from, to));
    const isStructure = (section === titled && isTitleSaid) || (isList && own === "");
    texts.push(isStructure ? own : trimBlankLines(lines.slice(from, to)));
    if (isList || section === titled || heading === null) covered = 7;
    else if (heading.level > covered) return;
    else covered = heading.level;
    const isExpected = heading === null || section === titled || isStructure || isAboutTheWhole(heading.text);
    if (!isExpected)
      note(
        from,
        lines[from] ?? "",
        isMade ? `${notRequired}: its text is in the plan's description` : notRequired,
      );
  };
  for (const section of sections) {
    if (section.requirement) covered = 7;
    else write(section);
  }
  return {
    plan: { name: chosen.name, description: texts.filter((text) => text !== "").join("\n\n") },
    notices,
  };
}
