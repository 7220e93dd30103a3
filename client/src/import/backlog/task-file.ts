import type { ImportedSpec } from "../format.ts";
import { nameOf } from "../paths.ts";
import { type Field, type FrontMatter, frontMatter, isWhole, wordOf, wordsOf } from "../text/front-matter.ts";
import { trimBlankLines } from "../text/markdown.ts";
import type { SourceText } from "../text/source-text.ts";
import { takeComments } from "./comments.ts";

/** A task as written. */
export interface TaskFile {
  path: string;
  id: string;
  title: string;
  status: string;
  milestone: string;
  parent: string;
  dependencies: string[];
  body: string;
  comments: NonNullable<ImportedSpec["comments"]>;
  front: Omit<FrontMatter, "body">;
}

const NAME = /^(\p{L}[\p{L}-]*-\d[\w.]*)(?: - |-|\.md$)(.*?)(?:\.md)?$/u;

/** Reads a task; null if the file is none. */
export function taskFile({ path, lines }: SourceText): TaskFile | null {
  const { body, ...front } = frontMatter(lines);
  const { fields } = front;
  const [, named = "", rest = ""] = NAME.exec(nameOf(path)) ?? [];
  const word = (name: string) => wordOf(fields.get(name));
  const id = word("id") || named;
  if (id === "") return null;
  const { comments, body: text } = takeComments(body);
  return {
    path,
    id,
    title: word("title") || rest.replaceAll("-", " ").trim() || id,
    status: word("status"),
    milestone: word("milestone"),
    parent: word("parent_task_id") || word("parent"),
    dependencies: wordsOf(fields.get("dependencies"))
      .flatMap((one) => one.split(/\s*,\s*/u))
      .filter(Boolean),
    body: trimBlankLines(text),
    comments,
    front,
  };
}

/** Fields that Groundplan has itself. */
const taken = new Set(["id", "title", "status", "milestone", "dependencies", "parent_task_id", "parent"]);

/** Returns the fields that Groundplan has none for, with their names. */
export const otherFields = ({ front }: TaskFile): { name: string; field: Field }[] => [
  ...[...front.fields]
    .filter(([name, field]) => !taken.has(name) || !isWhole(name, field))
    .map(([name, field]) => ({ name, field })),
  ...front.others.map((field) => ({ name: field.raw.split("\n")[0] ?? "", field })),
];
