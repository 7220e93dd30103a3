import type { Node } from "jsonc-parser";
import type { Notice } from "../format.ts";
import { fieldsOf, itemsOf, type JsonField, type JsonSource } from "../text/json-source.ts";
import { wordsOf } from "../text/names.ts";
import { uniqueIds } from "../text/unique-ids.ts";

/** A task or subtask. */
export interface Task {
  node: Node;
  fields: ReadonlyMap<string, JsonField>;
  /** Unique in its tag, with its parents' numbers: `5`, `5.2`. */
  id: string;
  parent: Task | null;
}

/** A tag with all its tasks, each before its subtasks. */
export interface Tag {
  name: string;
  fields: ReadonlyMap<string, JsonField>;
  tasks: Task[];
}

/** The tag of files that have none. */
const standardTag = "master";

/** Returns the tags of a file, and tells what belongs to none. */
export function tagsOf(source: JsonSource, path: string, notices: Notice[]): Tag[] {
  const tell = (node: Node, text: string, why: string) =>
    notices.push({ file: path, line: source.lineOf(node), text, why });
  const top = fieldsOf(source.root) ?? new Map<string, JsonField>();
  const tag = (name: string, fields: ReadonlyMap<string, JsonField>): Tag => ({
    name,
    fields,
    tasks: tasksIn(fields.get("tasks")?.node, tell),
  });
  // Older versions have no tags.
  const isOld = top.get("tasks")?.node.type === "array";
  const tags = isOld ? [tag(standardTag, top)] : [];
  for (const [name, { node }] of top) {
    const fields = fieldsOf(node);
    const isTag = fields?.get("tasks")?.node.type === "array";
    if (isTag && !tags.some((one) => one.name === name)) tags.push(tag(name, fields));
    else if (!isOld || isTag) tell(node, name, "not imported: it holds no tasks of a tag of its own");
  }
  return tags;
}

type Tell = (node: Node, text: string, why: string) => void;

function tasksIn(list: Node | undefined, tell: Tell): Task[] {
  const unique = uniqueIds();
  const tasks: Task[] = [];
  const add = (node: Node, parent: Task | null, index: number) => {
    const fields = fieldsOf(node);
    if (!fields) return tell(node, "", "not imported: no object, so no task");
    const written = idOf(fields.get("id")?.value);
    const own = written || String(index + 1);
    // Some number subtasks as a whole: `5.2` in 5.
    const base = parent && !own.startsWith(`${parent.id}.`) ? `${parent.id}.${own}` : own;
    const id = unique(base);
    const title = wordsOf(fields.get("title")?.value);
    if (written === "") tell(node, title, `has no id: it is ${id} by its place`);
    else if (id !== base) tell(node, title, `its id ${base} was there before: a task of its own, ${id}`);
    const task = { node, fields, id, parent };
    tasks.push(task);
    for (const [at, child] of itemsOf(fields.get("subtasks")?.node).entries()) add(child, task, at);
  };
  for (const [index, node] of itemsOf(list).entries()) add(node, null, index);
  return tasks;
}

/** Returns an id of numbers or text as text; "" for anything else. */
export const idOf = (value: unknown): string =>
  typeof value === "number" || typeof value === "string" ? String(value).trim() : "";
