import { readCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import { leavesOpen, trimBlankLines } from "./markdown.ts";

/**
 * Returns a section whose text is criteria, with a name that announces them. A text with a list or another form of
 * criteria stays as it is; of others each paragraph becomes an item.
 */
export function criteriaSection(name: string, written: string): string {
  const text = trimBlankLines(written.split("\n"));
  if (text.trim() === "") return "";
  const heading = `## ${name}\n\n`;
  const isOwnSection = !/^ {0,3}#{1,2}\s/mu.test(text) && !leavesOpen(text);
  if (isOwnSection && readCriteria(`${heading}${text}`).criteria.length > 0) return heading + text;
  return heading + paragraphsOf(text).map(asItem).join("\n");
}

/** Returns the paragraphs of plain prose; a text with code or headings is one. */
function paragraphsOf(text: string): string[] {
  if (/^\s*(?:`{3}|~{3}|#{1,6}\s|<)/mu.test(text)) return [text];
  return text.split(/\n\s*\n/u).map((part) => part.trim());
}

const asItem = (text: string) => `- ${text.replace(/\n(?=[^\n])/gu, "\n  ")}`;
