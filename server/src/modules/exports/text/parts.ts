import { type AcceptanceCriterion, acceptanceCriteria } from "@groundplan/contract";

/** A text with its criteria. */
export interface Parts {
  /** Without the criteria, if they end it under a heading of their own; otherwise whole. */
  text: string;
  criteria: readonly AcceptanceCriterion[];
  /** True if the text is without them. */
  isDivided: boolean;
}

const HEADING = /^ {0,3}#{1,6}[ \t]/;

/** Divides a text from its criteria, for formats that have a place of their own for them. */
export function partsOf(markdown: string): Parts {
  const criteria = acceptanceCriteria(markdown);
  const lines = markdown.split("\n");
  const first = criteria[0]?.line ?? 0;
  let heading = first - 2;
  while (heading >= 0 && lines[heading]?.trim() === "") heading--;
  const words = criteria.map(({ id, text }) => wordsOf(`${id ?? ""} ${text}`)).join("");
  const section = lines.slice(Math.max(0, first - 1));
  const isAlone =
    heading >= 0 &&
    HEADING.test(lines[heading] ?? "") &&
    section.every((line) => !HEADING.test(line)) &&
    wordsOf(section.join(" ")).replace(/\d/g, "") === words.replace(/\d/g, "");
  return isAlone
    ? { text: lines.slice(0, heading).join("\n").trimEnd(), criteria, isDivided: true }
    : { text: markdown, criteria, isDivided: false };
}

/** Returns a text's letters and digits, without the marks of lists, boxes and labels. */
const wordsOf = (text: string): string =>
  text.replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/gm, "").replace(/[^\p{L}\p{N}]+/gu, "");

/** Returns a criterion or title in one line. */
export const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ").trim();

/** Returns a criterion with its label in one line. */
export const labelled = ({ id, text }: AcceptanceCriterion): string =>
  id === null || id.startsWith("#") ? oneLine(text) : `${id}: ${oneLine(text)}`;

/** Writes a task's line with its text below it. */
export function taskBlock(line: string, text: string): string {
  if (text.trim() === "") return line;
  const below = text.trim().split("\n");
  return [line, ...below.map((one) => (one === "" ? "" : `  ${one}`))].join("\n");
}

/** Joins the parts of a file by blank lines, without empty ones, and ends it. */
export const fileOf = (...parts: readonly string[]): string =>
  `${parts
    .map((part) => part.replace(/^\n+|\s+$/g, ""))
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
