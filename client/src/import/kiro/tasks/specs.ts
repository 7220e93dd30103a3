import type { Notice } from "../../format.ts";
import { leavesOpen } from "../../text/markdown.ts";
import { fitName } from "../../text/names.ts";
import { refuseLarge } from "../../text/size.ts";
import { checklist, ownText } from "./checklist.ts";
import type { SourceLine } from "./lines.ts";
import { quote } from "./references/quotes.ts";
import type { TaskReferences } from "./references/references.ts";
import { boxStatus, taskStatus } from "./task-states.ts";
import { plainTitle } from "./titles.ts";
import { type Task, withBelow } from "./tree.ts";
import { type ImportedTask, type KnownRequirement, type TaskStatus, tasksFile } from "./types.ts";

export interface Source {
  lines: readonly SourceLine[];
  requirements: readonly KnownRequirement[];
  references: ReadonlyMap<Task, TaskReferences>;
  keys: ReadonlyMap<Task, string>;
  groupTitles: ReadonlyMap<Task, string>;
}

/** A task with its spec, except for the needs. */
export interface MadeTask {
  task: Task;
  spec: Omit<ImportedTask, "needs">;
  notices: Notice[];
}

/** Returns the last line of a task and all below it, from 1; null if lines of others stand between. */
function endOf(task: Task): number | null {
  const own = withBelow([task]).flatMap(({ entry }) => (entry ? [entry.line, ...entry.lines] : []));
  const last = own.reduce((a, b) => Math.max(a, b), -1);
  return task.entry && last - task.line + 1 === own.length ? last + 1 : null;
}

const paragraphs = (parts: readonly string[]) => parts.filter((part) => part !== "").join("\n\n");

const wholeTitle = (task: Task, { groupTitles }: Source) =>
  task.entry ? plainTitle(task.entry.read.title) : (groupTitles.get(task) ?? "");

function makeSpec(
  task: Task,
  source: Source,
  status: TaskStatus,
  sections: { first: string; last: readonly string[] },
): MadeTask {
  const place = { file: tasksFile, line: task.line + 1 };
  const { name, whole, problem } = fitName(wholeTitle(task, source));
  const number = source.keys.get(task) ?? "";
  const text = source.lines[task.line]?.text ?? "";
  const notices: Notice[] = [];
  if (problem === "cut")
    notices.push({
      ...place,
      text,
      why: "the title is longer than 200 characters: cut; whole, it begins the content",
    });
  if (problem === "cleaned")
    notices.push({ ...place, text, why: "the title has control characters: each is a space" });
  const own = ownText(task, source.lines);
  const begin = [
    problem === "cut" ? whole : "",
    task.entry?.read.isOptional ? "This task is optional." : "",
    sections.first,
    task.entry?.read.reference ?? "",
  ];
  const content = paragraphs(
    leavesOpen(own) ? [...begin, ...sections.last, own] : [...begin, own, ...sections.last],
  );
  refuseLarge(tasksFile, content, `the task at line ${place.line}`);
  const title = name || (task.number === "" ? "Task (untitled)" : `Task ${task.number} (untitled)`);
  return { task, spec: { number, title, content, status, source: { ...place, end: endOf(task) } }, notices };
}

/**
 * Creates a spec per top-level task: its text, its subtasks as a checklist, and the requirements that they
 * name.
 */
export const topSpecs = (top: readonly Task[], source: Source) =>
  top.map((task) => {
    const named = withBelow([task]).flatMap((one) => source.references.get(one)?.named ?? []);
    const list = checklist(task.children, source.lines);
    const last = [list && `## Tasks\n\n${list}`, quote(named, source.requirements)];
    return makeSpec(task, source, taskStatus(task), { first: "", last });
  });

/** Creates a spec per leaf, with its ancestors and the requirements of the nearest task that names any. */
export const leafSpecs = (top: readonly Task[], source: Source) =>
  withBelow(top)
    .filter(({ children }) => children.length === 0)
    .map((task) => {
      const above: Task[] = [];
      for (let one = task.parent; one !== null; one = one.parent) above.unshift(one);
      const titles = above.map((one) => [one.number, fitName(wholeTitle(one, source)).name].join(" ").trim());
      const naming = [...above, task].findLast((one) => source.references.get(one)?.named.length);
      const named = (naming && source.references.get(naming)?.named) ?? [];
      const first = titles.length > 0 ? `Part of: ${titles.join(" › ")}` : "";
      return makeSpec(task, source, boxStatus(task), { first, last: [quote(named, source.requirements)] });
    });
