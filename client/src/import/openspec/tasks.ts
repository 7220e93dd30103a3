import type { ImportedSpec, Notice } from "../format.ts";
import { joinWithin } from "../text/budget.ts";
import { orderGroups } from "../text/edges.ts";
import { maxNeeds, tooManyNeeds } from "../text/limits.ts";
import { trimBlankLines } from "../text/markdown.ts";
import { fitName } from "../text/names.ts";
import { placeOf, type SourceText } from "../text/source-text.ts";
import { type ListedTask, stateOfMark, taskList } from "../text/task-list.ts";
import { slugOf, uniqueIds } from "../text/unique-ids.ts";

/** The tasks of a change. */
export interface OpenSpecTasks {
  specs: ImportedSpec[];
  /** Everything else of the file. */
  description: string;
  /** What the boxes say of the whole change; null without a box. */
  status: "TODO" | "IN_PROGRESS" | "DONE" | null;
}

const NUMBER = /^\**(?:(\d+(?:\.\d+)+)[.):]?|(\d+)[.):])\**:?\s+(?=\S)/u;

/** Reads `tasks.md`: each box is a spec, and each group needs the one before it. */
export function openSpecTasks(
  source: SourceText,
  referenceOf: (id: string) => string,
  notices: Notice[],
): OpenSpecTasks {
  const { tasks, groups, rest } = taskList(source.lines);
  const unique = uniqueIds();
  const specs = tasks.map((task) => taskSpec(source, task, groups[task.group]?.title ?? "", unique, notices));
  const members = Map.groupBy(tasks.keys(), (index) => tasks[index]?.group ?? -1);
  const needs = new Map<number, Set<number>>();
  orderGroups([...members.values()], needs);
  const refs = specs.map(({ externalRef }) => referenceOf(externalRef));
  for (const [index, spec] of specs.entries()) {
    spec.externalRef = refs[index] ?? "";
    const needed = [...(needs.get(index) ?? [])].map((other) => refs[other] ?? "");
    if (needed.length > maxNeeds) notices.push(tooMany(source, tasks[index]));
    spec.needsFirst = needed.slice(0, maxNeeds);
  }
  const states = specs.map(({ status }) => status);
  return { specs, description: trimBlankLines(rest), status: stateOf(states) };
}

const tooMany = ({ path: file }: SourceText, task: ListedTask | undefined): Notice => ({
  file,
  line: (task?.from ?? 0) + 1,
  text: task?.words ?? "",
  why: tooManyNeeds,
});

function stateOf(states: readonly ImportedSpec["status"][]): OpenSpecTasks["status"] {
  if (states.length === 0) return null;
  if (states.every((state) => state === "DONE")) return "DONE";
  return states.some((state) => state !== "TODO") ? "IN_PROGRESS" : "TODO";
}

function taskSpec(
  source: SourceText,
  task: ListedTask,
  group: string,
  unique: (id: string) => string,
  notices: Notice[],
): ImportedSpec {
  const file = source.path;
  const line = task.from;
  const number = NUMBER.exec(task.words);
  const words = task.words.slice(number?.[0].length ?? 0);
  const id = number?.[1] ?? number?.[2] ?? (slugOf(words) || "task");
  const reference = unique(id);
  if (reference !== id && number)
    notices.push({
      file,
      line: line + 1,
      text: task.words,
      why: "a second task of this number: imported beside the other",
    });
  const state = stateOfMark(task.mark);
  if (state === null)
    notices.push({
      file,
      line: line + 1,
      text: `[${task.mark}]`,
      why: "an unknown mark: taken as not begun",
    });
  const title = fitName(words);
  const parts = [
    group === "" ? "" : `Part of: ${group}`,
    title.problem === "" ? "" : words,
    task.details,
  ].map((text) => ({ file, line, text }));
  return {
    externalRef: reference,
    title: title.name || `Task ${reference}`,
    content: joinWithin(parts, notices),
    status: state ?? "TODO",
    source: placeOf(source, task.from, task.to),
  };
}
