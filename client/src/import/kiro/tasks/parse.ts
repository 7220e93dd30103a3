import type { Notice } from "../../format.ts";
import { cleanSource } from "../../text/clean.ts";
import { refuseLarge } from "../../text/size.ts";
import { groupTitles } from "./groups.ts";
import { makeKeys } from "./keys.ts";
import { readLines } from "./lines.ts";
import { taskNeeds } from "./needs.ts";
import { outline } from "./outline.ts";
import { findReferences } from "./references/references.ts";
import { indexRequirements } from "./references/requirements.ts";
import { leafSpecs, type Source, topSpecs } from "./specs.ts";
import { requirementStatuses } from "./states.ts";
import { isKnownBox } from "./task-line.ts";
import { countTasks, tallyOf } from "./task-states.ts";
import { writtenText } from "./text.ts";
import { makeTree, withBelow } from "./tree.ts";
import { type KnownRequirement, type TasksImport, type TasksMode, tasksFile } from "./types.ts";

/**
 * Converts `tasks.md` to the specs of its tasks and the statuses of the requirements' specs. With `all`,
 * lines of parent tasks stay in the description. Lists everything dropped or changed. Throws `NotImportable`
 * if a text is too large.
 */
export function parseTasks(
  text: string,
  requirements: readonly KnownRequirement[],
  mode: TasksMode,
  isOrdered: boolean,
): TasksImport {
  const clean = cleanSource(text, tasksFile);
  const lines = readLines(clean.text);
  const { entries, outside } = outline(lines);
  const top = makeTree(entries);
  const tasks = withBelow(top);
  const references = findReferences(tasks, lines, indexRequirements(requirements));
  const count = countTasks(top);
  const said = {
    statuses: requirementStatuses(top, references, requirements),
    isStarted: top.some((task) => tallyOf(task).begun > 0),
    count,
  };
  const notice = (line: number, why: string): Notice => ({
    file: tasksFile,
    line: line + 1,
    text: lines[line]?.text ?? "",
    why,
  });
  if (mode === "none") {
    const why = `not imported: ${count.tasks} tasks, of which ${count.done} are done`;
    return { ...said, naming: new Map(), description: "", tasks: [], notices: [notice(0, why)] };
  }

  const { keys, repeated } = makeKeys(top);
  const source: Source = { lines, requirements, references, keys, groupTitles: groupTitles(top, lines) };
  const made = mode === "top" ? topSpecs(top, source) : leafSpecs(top, source);
  const needs = taskNeeds(top, {
    lines,
    references,
    requirements,
    tasks: made.map(({ task }) => task),
    isOrdered,
  });
  const numbers = (specs: readonly number[]) => specs.flatMap((spec) => made[spec]?.spec.number ?? []);
  const groups = mode === "top" ? [] : tasks.filter(({ children }) => children.length > 0);
  const kept = groups.flatMap(({ entry }) => (entry ? [entry.line, ...entry.lines] : []));
  const description = writtenText(
    lines,
    [...outside, ...kept].sort((a, b) => a - b),
  );
  refuseLarge(tasksFile, description, "the text outside the tasks");
  const notices = [
    ...clean.notices,
    ...needs.notices,
    ...made.flatMap((one) => one.notices),
    ...repeated.map((task) =>
      notice(task.line, `its number was there before: a task of its own, ${keys.get(task)}`),
    ),
    ...entries
      .filter(({ read }) => read.box !== null && !isKnownBox(read.box))
      .map(({ line, read }) => notice(line, `the box "${read.box}" is not known: read as not started`)),
    ...[...references.values()].flatMap(({ unknown }) =>
      unknown.map(({ line, parts }) =>
        notice(line, `names no requirement that is known: ${parts.join(", ")}; it stays in the text`),
      ),
    ),
  ];
  if (entries.length === 0)
    notices.push(notice(0, "no line with a box or a number: the file holds no tasks, its text is kept"));
  return {
    ...said,
    description,
    naming: new Map([...needs.requirements].map(([ref, specs]) => [ref, numbers(specs)])),
    tasks: made.map(({ spec }, index) => ({ ...spec, needs: numbers(needs.specs[index] ?? []) })),
    notices: notices.sort((a, b) => a.line - b.line),
  };
}
