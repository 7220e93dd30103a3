import type { ImportedSpec, Notice } from "../format.ts";
import { joinWithin } from "../text/budget.ts";
import { withoutCircles } from "../text/circles.ts";
import { addNeed, type Needs } from "../text/edges.ts";
import { maxNeeds, tooManyNeeds } from "../text/limits.ts";
import { trimBlankLines } from "../text/markdown.ts";
import { fitName } from "../text/names.ts";
import { placeOf, type SourceText } from "../text/source-text.ts";
import { type ListedTask, stateOfMark, taskList } from "../text/task-list.ts";
import { slugOf, uniqueIds } from "../text/unique-ids.ts";
import { orderPhases } from "./order.ts";
import { phasesOf } from "./phases.ts";
import { type TaskLine, taskLine } from "./task-line.ts";

/** The tasks of a feature. */
export interface SpecKitTasks {
  specs: ImportedSpec[];
  /** Everything else of the file. */
  description: string;
  /** The specs of each user story's tasks, by its number. */
  ofStories: Map<number, ImportedSpec[]>;
}

interface Task {
  listed: ListedTask;
  line: TaskLine;
  spec: ImportedSpec;
}

/** Reads `tasks.md`: each task is a spec, with the needs that it names and that the phases imply. */
export function specKitTasks(
  source: SourceText,
  referenceOf: (id: string) => string,
  notices: Notice[],
): SpecKitTasks {
  const list = taskList(source.lines);
  const lines = list.tasks.map(({ words, details }) => taskLine(words, details));
  const phases = phasesOf(list, (index) => lines[index]?.stories ?? []);
  const phaseOf = new Map(phases.flatMap((phase) => phase.tasks.map((task) => [task, phase] as const)));
  const unique = uniqueIds();
  const tasks = list.tasks.map((listed, index): Task => {
    const line = lines[index] ?? taskLine(listed.words, listed.details);
    const titles = [phaseOf.get(index)?.title ?? "", list.groups[listed.group]?.title ?? ""];
    const part = [...new Set(titles.filter((title) => title !== ""))].join(" › ");
    return { listed, line, spec: taskSpec(source, { listed, line, part, unique, referenceOf }, notices) };
  });
  const needs = namedNeeds(source, tasks, notices);
  orderPhases(phases, (index) => lines[index]?.isParallel === true, needs);
  setNeeds(source, tasks, needs, notices);
  const ofStories = new Map<number, ImportedSpec[]>();
  for (const [index, { line, spec }] of tasks.entries()) {
    const story = phaseOf.get(index)?.story ?? null;
    const stories = line.stories.length > 0 || story === null ? line.stories : [story];
    for (const number of stories) ofStories.set(number, [...(ofStories.get(number) ?? []), spec]);
  }
  return { specs: tasks.map(({ spec }) => spec), description: trimBlankLines(list.rest), ofStories };
}

interface Made {
  listed: ListedTask;
  line: TaskLine;
  /** The headings above it. */
  part: string;
  unique: (id: string) => string;
  referenceOf: (id: string) => string;
}

function taskSpec(
  source: SourceText,
  { listed, line, part, unique, referenceOf }: Made,
  notices: Notice[],
): ImportedSpec {
  const tell = (text: string, why: string) =>
    notices.push({ file: source.path, line: listed.from + 1, text, why });
  const id = line.id || slugOf(line.title) || "task";
  const reference = unique(id);
  if (reference !== id && line.id !== "")
    tell(line.id, "a second task of this id: imported beside the other");
  const state = stateOfMark(listed.mark);
  if (state === null) tell(`[${listed.mark}]`, "an unknown mark: taken as not begun");
  const title = fitName(line.title);
  const marks = line.marks.map((mark) => `[${mark}]`).join(" ");
  const head = [part === "" ? "" : `Part of: ${part}`, marks].filter((one) => one !== "").join(" · ");
  const parts = [head, title.problem === "" ? "" : line.title, listed.details];
  return {
    externalRef: referenceOf(reference),
    title: title.name || `Task ${reference}`,
    content: joinWithin(
      parts.map((text) => ({ file: source.path, line: listed.from, text })),
      notices,
    ),
    status: state ?? "TODO",
    source: placeOf(source, listed.from, listed.to),
  };
}

/** Returns the needs that tasks name, and tells ids of no task. */
function namedNeeds({ path }: SourceText, tasks: readonly Task[], notices: Notice[]): Needs {
  const byId = new Map<string, number>();
  for (const [index, { line }] of tasks.entries())
    if (line.id !== "" && !byId.has(line.id)) byId.set(line.id, index);
  const needs: Needs = new Map();
  for (const [index, { line, listed }] of tasks.entries())
    for (const id of line.needs) {
      const need = byId.get(id);
      const why = "names no task of the file: left out of the needs";
      if (need === undefined) notices.push({ file: path, line: listed.from + 1, text: id, why });
      else if (need !== index) addNeed(needs, index, need);
    }
  return needs;
}

function setNeeds({ path }: SourceText, tasks: readonly Task[], needs: Needs, notices: Notice[]): void {
  const refs = tasks.map(({ spec }) => spec.externalRef);
  const edges = new Map(
    refs.map((ref, index) => [ref, [...(needs.get(index) ?? [])].map((need) => refs[need] ?? "")]),
  );
  const { kept, closing } = withoutCircles(edges);
  const byRef = new Map(tasks.map((task) => [task.spec.externalRef, task]));
  const tell = (task: Task | undefined, why: string) =>
    notices.push({ file: path, line: (task?.listed.from ?? 0) + 1, text: task?.line.id ?? "", why });
  for (const { from, to } of closing)
    tell(byRef.get(from), `its need of ${byRef.get(to)?.line.id ?? to} closes a circle: left out`);
  for (const task of tasks) {
    const own = kept.get(task.spec.externalRef) ?? [];
    if (own.length > maxNeeds) tell(task, tooManyNeeds);
    task.spec.needsFirst = own.slice(0, maxNeeds);
  }
}
