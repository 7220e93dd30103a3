import type { KnownRequirement, TasksImport, TasksMode } from "./types.ts";

export function parseTasks(
  _text: string,
  _requirements: readonly KnownRequirement[],
  _mode: TasksMode,
): TasksImport {
  return { title: "Tasks", description: "", tasks: [], statuses: new Map(), isStarted: false, notices: [] };
}
