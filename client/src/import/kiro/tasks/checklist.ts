import type { SourceLine } from "./lines.ts";
import { indented, writtenText } from "./text.ts";
import type { Task } from "./tree.ts";

/** Caps the indentation, which keeps a spec's size near the file's. */
const deepest = 20;

/** Returns the text below a task's line. */
export const ownText = (task: Task, lines: readonly SourceLine[]) =>
  writtenText(lines, task.entry?.lines ?? []);

/** Writes tasks as a nested checklist with box, number and text. */
export function checklist(tasks: readonly Task[], lines: readonly SourceLine[], depth = 0): string {
  const spaces = "  ".repeat(Math.min(depth, deepest));
  return tasks
    .flatMap((task) => {
      const { boxText = "", rest = "" } = task.entry?.read ?? {};
      const text = ownText(task, lines);
      // A hard break goes on with the text below.
      const end = text === "" ? "" : (/ {2,}$/u.exec(lines[task.entry?.line ?? -1]?.text ?? "")?.[0] ?? "");
      return [
        `${spaces}- ${[boxText, rest].filter((part) => part !== "").join(" ")}`.trimEnd() + end,
        ...(text === "" ? [] : [indented(text, `${spaces}  `)]),
        ...(task.children.length === 0 ? [] : [checklist(task.children, lines, depth + 1)]),
      ];
    })
    .join("\n");
}
