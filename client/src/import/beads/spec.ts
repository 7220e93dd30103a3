import { stringify } from "yaml";
import type { ImportedSpec, Notice } from "../format.ts";
import { joinWithin } from "../text/budget.ts";
import { cleanText, isUnclean } from "../text/clean.ts";
import { criteriaSection } from "../text/criteria-section.ts";
import { importedFields } from "../text/imported-fields.ts";
import { leavesOpen } from "../text/markdown.ts";
import { fitName, wordsOf } from "../text/names.ts";
import type { Issue } from "./lines.ts";

/** What an issue says besides its needs and place. */
export interface IssueText {
  title: string;
  content: string;
  status: NonNullable<ImportedSpec["status"]>;
  effort: number | null;
  /** The names of its fields that are kept as they are, since Groundplan has none for them. */
  kept: string[];
}

/** Fields that a spec holds in another way. */
const held = new Set(["_type", "id", "title", "dependencies", "comments"]);

const statuses = new Map<unknown, IssueText["status"]>([
  ["open", "TODO"],
  ["in_progress", "IN_PROGRESS"],
  ["closed", "DONE"],
]);

/** Dependencies and comments that stay in the text, as all fields do that a plan doesn't have. */
interface Kept {
  dependencies: readonly unknown[];
  comments: readonly unknown[];
  isPlan: boolean;
}

/** Returns an issue's title, text, status and effort. */
export function textOfIssue(
  { id, line, values }: Issue,
  { dependencies, comments, isPlan }: Kept,
  file: string,
  notices: Notice[],
): IssueText {
  const rest = new Map(Object.entries(values).filter(([name, value]) => !held.has(name) && !isEmpty(value)));
  if (dependencies.length > 0) rest.set("dependencies", dependencies);
  if (comments.length > 0) rest.set("comments", comments);
  const tell = (text: string, why: string) => notices.push({ file, line, text, why });
  const take = (name: string): string => {
    const value = rest.get(name);
    if (typeof value !== "string") return "";
    rest.delete(name);
    if (isUnclean(value)) tell(name, "NUL or half a character: replaced by U+FFFD");
    return cleanText(value);
  };
  const { name, whole, problem } = fitName(wordsOf(values.title));
  if (problem === "cut")
    tell(name, "the title is longer than 200 characters: cut; whole, it begins the content");
  if (problem === "cleaned") tell(name, "the title has control characters: each is a space");
  const description = take("description");
  const design = section("Design", take("design"));
  const criteria = criteriaSection("Acceptance Criteria", take("acceptance_criteria"));
  const notes = section("Notes", take("notes"));
  const status = statuses.get(rest.get("status"));
  if (status && !isPlan) rest.delete("status");
  const effort = effortOf(values.estimated_minutes);
  if (effort !== null && !isPlan) rest.delete("estimated_minutes");
  const kept = [...rest.keys()];
  const yaml = importedFields(
    kept.map((name) => stringify({ [name]: rest.get(name) }, { lineWidth: 0 }).trimEnd()),
  );
  // An open code block would swallow what follows it.
  const texts = [description, design, criteria, notes];
  const open = texts.filter(leavesOpen);
  const closed = texts.filter((text) => !open.includes(text));
  return {
    title: name || `${id} (untitled)`,
    content: joinWithin(
      [problem === "cut" ? whole : "", ...closed, yaml, ...open].map((text) => ({
        file,
        line: line - 1,
        text,
      })),
      notices,
    ),
    status: status ?? "TODO",
    effort,
    kept,
  };
}

const section = (name: string, text: string) => (text.trim() === "" ? "" : `## ${name}\n\n${text}`);

const isEmpty = (value: unknown) =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Returns minutes as an effort: an hour, half a day, a day, three days, or more. */
function effortOf(minutes: unknown): number | null {
  if (typeof minutes !== "number" || !(minutes > 0)) return null;
  const found = [60, 240, 480, 1440].findIndex((most) => minutes <= most);
  return found < 0 ? 5 : found + 1;
}
