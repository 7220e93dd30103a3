import type { Notice } from "../../format.ts";
import { trimBlankLines } from "../markdown.ts";
import { fitName } from "../names.ts";
import { type KiroImport, requirementsFile } from "../types.ts";
import type { Outline, Section } from "./sections.ts";
import { isAboutTheWhole, isOnlyDocumentTitle, isRequirementsSection, titleOfDocument } from "./words.ts";

const notRequired = "not a requirement";

/**
 * Makes the plan. Its name is the document's title, else the first usable one of `otherNames`; its description is all
 * text outside the requirements, as it was written. Two headings leave no text, since they became the plan and its list
 * of specs: the title, if the name says it, and "Requirements" if nothing but requirements follows it.
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

  // A title leaves the text if the plan's name says it all, or if it says no more than that this is such a document.
  const isTitleSaid =
    chosen === names[0] ? !chosen.problem : isOnlyDocumentTitle(titled?.heading?.text ?? "");

  // Without a requirement no plan is made, so that nothing is kept anywhere.
  const isMade = sections.some(({ requirement }) => requirement !== null);
  const texts: string[] = [];
  // The text of the heading of this level is accounted for together with everything below it.
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
