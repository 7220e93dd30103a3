import { stringify } from "yaml";
import type { ImportedSpec, Notice } from "../format.ts";
import { joinWithin } from "../text/budget.ts";
import { cleanText, isUnclean } from "../text/clean.ts";
import { criteriaSection } from "../text/criteria-section.ts";
import { importedFields, joinParts } from "../text/imported-fields.ts";
import type { JsonField } from "../text/json-source.ts";
import { leavesOpen } from "../text/markdown.ts";
import { fitName, wordsOf } from "../text/names.ts";
import { idOf, type Task } from "./tasks.ts";

/** What a task says besides its needs and place. */
export interface TaskText extends Pick<ImportedSpec, "title" | "content" | "status" | "effort"> {
  /** The names of its fields that are kept as they are, since Groundplan has none for them. */
  kept: string[];
  problems: string[];
}

const statuses = new Map<string, ImportedSpec["status"]>([
  ["pending", "TODO"],
  ["done", "DONE"],
  ["completed", "DONE"],
  ["cancelled", "CANCELLED"],
  ["in-progress", "IN_PROGRESS"],
]);

/** Statuses that stay in the text, since they have no equal. */
const nearest = new Map<string, ImportedSpec["status"]>([["review", "IN_PROGRESS"]]);

/** Fields that a spec holds in another way. */
const held = new Set(["id", "title", "subtasks", "dependencies"]);

/** Returns a task's title, text, status and effort. Replaced characters are told. */
export function textOfTask(
  { fields, id, parent }: Task,
  notices: Notice[],
  place: Omit<Notice, "text" | "why">,
): TaskText {
  const rest = new Map<string, JsonField>([...fields].filter(([name]) => !held.has(name)));
  for (const name of ["parentTaskId", "parentId"])
    if (parent && idOf(fields.get(name)?.value) === parent.id) rest.delete(name);
  const take = (name: string): string => {
    const value: unknown = rest.get(name)?.value;
    if (typeof value !== "string") return "";
    rest.delete(name);
    if (isUnclean(value))
      notices.push({ ...place, text: name, why: "NUL or half a character: replaced by U+FFFD" });
    return cleanText(value);
  };
  const { name, whole, problem } = fitName(wordsOf(fields.get("title")?.value));
  const problems =
    problem === "cut" ? ["the title is longer than 200 characters: cut; whole, it begins the content"] : [];
  if (problem === "cleaned") problems.push("the title has control characters: each is a space");
  const description = take("description");
  const details = take("details");
  const criteria = [
    criteriaSection("Acceptance Criteria", take("acceptanceCriteria")),
    criteriaSection("Acceptance Tests", take("testStrategy")),
  ];
  const written = idOf(fields.get("status")?.value ?? "pending");
  const status = statuses.get(written.trim().toLowerCase());
  if (status) rest.delete("status");
  const effort = effortOf(fields.get("complexity")?.value);
  if (effort !== null) rest.delete("complexity");
  const kept = [...rest].filter(([, { value }]) => !isEmpty(value)).map(([name]) => name);
  const yaml = kept.map((name) => stringify({ [name]: rest.get(name)?.value }, { lineWidth: 0 }).trimEnd());
  const sections = [...criteria, importedFields(yaml)];
  const about = details.trim() === "" ? "" : `## Details\n\n${details}`;
  // An open code block would swallow what follows it.
  const isOpen = leavesOpen(joinParts([description, about]));
  const parts = isOpen ? [...sections, description, about] : [description, about, ...sections];
  return {
    title: name || `Task ${id} (untitled)`,
    content: joinWithin(
      [problem === "cut" ? whole : "", ...parts].map((text) => ({
        file: place.file,
        line: place.line - 1,
        text,
      })),
      notices,
    ),
    status: status ?? nearest.get(written.trim().toLowerCase()) ?? "TODO",
    ...(effort === null ? {} : { effort }),
    kept,
    problems,
  };
}

const isEmpty = (value: unknown) =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Returns a complexity of 1 to 10 as an effort of 1 to 5; null for anything else. */
function effortOf(value: unknown): number | null {
  if (typeof value !== "number" || !(value >= 1 && value <= 10)) return null;
  return Math.ceil(value / 2);
}
