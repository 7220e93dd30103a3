import { criteriaNames } from "../../../../../contract/src/criteria/names.ts";

/** English and Japanese words that identify requirements, criteria and known parts of a document. */
const digits = "[0-9０-９]{1,9}(?:[.．-][0-9０-９]{1,9}){0,8}";
const label =
  "(?:(?:non-?\\s?functional\\s+|functional\\s+)?requirements?|user\\s+story|req|n?fr|us|ユーザーストーリー|(?:機能|非機能)?(?:要件|要求(?:事項)?))";

const labelled = new RegExp(
  `^[[【(（]?\\s*(${label}\\s*[-#＃]?\\s*${digits}(?:[a-z](?=[\\s:：.．)）]|$))?)\\s*[\\]】)）]?\\s*(?:[:：.．、・|]|[-–—]+)?\\s*(.*)$`,
  "isu",
);
const numbered = new RegExp(`^(${digits})(?:[.．:：、)）]\\s*|\\s+)(.+)$`, "isu");
const criteriaStart = new RegExp(`^${criteriaNames}`, "iu");
const criteriaWord = new RegExp(criteriaNames, "giu");

const documentTitle =
  "(?:(?:bug\\s?fix\\s+)?requirements?(?:\\s+(?:document|specifications?|definition))?|(?:要件|要求)(?:定義|仕様)?書?|要件ドキュメント)";
const onlyDocumentTitle = new RegExp(`^${documentTitle}$`, "iu");
const titleBefore = new RegExp(`^${documentTitle}\\s{0,3}[:：\\-–—]\\s*(?=\\S)`, "iu");
const titleAfter = new RegExp(`\\s{0,3}[:：\\-–—]\\s{0,3}${documentTitle}$`, "iu");
const requirementsSection =
  /^(?:(?:non-?\s?functional|functional|user)\s+)?requirements?(?:\s+list)?$|^(?:機能|非機能)?(?:要件|要求(?:事項)?)(?:一覧|リスト)?$/iu;
const aboutTheWhole =
  /^(?:introduction|overview|summary|background|scope|glossary|project description|導入|はじめに|序論|序文|イントロダクション|概要|背景|用語集?|用語定義|プロジェクトの?(?:説明|概要))$/iu;

/** Removes the emphasis at the start of a heading. */
const plainStart = (text: string) => text.replace(/^(\*\*|__)(.+?)\1/su, "$2").trim();

/** Returns a section's name without emphasis, number, bracketed translation and trailing colon. */
function sectionName(text: string): string {
  const name = plainStart(text);
  return (numbered.exec(name)?.[2] ?? name)
    .replace(/\s{0,3}[(（][^()（）]*[)）]$/u, "")
    .replace(/\s{0,3}[:：]$/u, "");
}

/** A name (`Requirement 1`) and a title, "" if the heading has none. */
export interface RequirementName {
  id: string;
  title: string;
}

const tidy = (text: string) => text.normalize("NFKC").replace(/\s+/gu, " ");

/** Reads `Requirement 1: Title`, `要件1：Title`, `FR-1 Title` and the like; null for other headings. */
export function requirementHeading(text: string): RequirementName | null {
  const whole = plainStart(text);
  const [, id, title] = labelled.exec(whole) ?? [];
  return id === undefined ? null : { id: tidy(id), title: title ?? "" };
}

/** Reads `1. Title`, a requirement only directly under "Requirements"; null for other headings. */
export function numberedHeading(text: string): RequirementName | null {
  const [, id, title] = numbered.exec(plainStart(text)) ?? [];
  if (id === undefined || title === undefined) return null;
  return isAboutTheWhole(text) || isRequirementsSection(text) ? null : { id: tidy(id), title };
}

/** Reads a criteria heading; `more` is true if it has additional words. */
export function criteriaHeading(text: string): { more: boolean } | null {
  const whole = plainStart(text);
  const name = requirementHeading(text)?.title ?? numbered.exec(whole)?.[2] ?? whole;
  if (!criteriaStart.test(name)) return null;
  const rest = name.replace(criteriaStart, "").trim();
  if (rest !== "" && !/^[^\p{L}\p{N}]/u.test(rest)) return null;
  return { more: name !== whole || /[\p{L}\p{N}]/u.test(rest.replace(criteriaWord, "")) };
}

/** Tests for a line that stands in for a criteria heading: bold, or ending with a colon. */
export function isCriteriaLine(line: string): boolean {
  const text = line.replace(/\*\*|__/gu, "").trim();
  const set = /^\s*(?:\*\*|__)/u.test(line) || /[:：]$/u.test(text);
  return set && criteriaHeading(text)?.more === false;
}

/**
 * Returns the plan's name from the first heading, without words for the kind of document; may be "". A
 * heading with the document's own word for requirements (`requirement`) only names the kind.
 */
export function titleOfDocument(text: string, requirement = ""): string {
  const name = plainStart(text).replace(/\s{0,3}[:：]$/u, "");
  if (requirement !== "" && name.toLowerCase().includes(requirement)) return "";
  if (isOnlyDocumentTitle(name)) return "";
  return name.replace(titleBefore, "").replace(titleAfter, "");
}

/** Tests for a heading that only names the kind of document. */
const isOnlyDocumentTitle = (text: string) => onlyDocumentTitle.test(sectionName(text));

export const isRequirementsSection = (text: string) => requirementsSection.test(sectionName(text));

/** Tests for a heading about the whole document, such as "Introduction". */
export const isAboutTheWhole = (text: string) => aboutTheWhole.test(sectionName(text));
