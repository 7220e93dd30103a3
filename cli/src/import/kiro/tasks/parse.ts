import type { KnownRequirement, TasksImport, TasksMode } from "./types.ts";

/** Turns the text of a `tasks.md` into the specs of its tasks and the states of the requirements' specs. */
export function parseTasks(
  _text: string,
  _requirements: readonly KnownRequirement[],
  _mode: TasksMode,
): TasksImport {
  throw new Error("tasks.md is not read yet.");
}
