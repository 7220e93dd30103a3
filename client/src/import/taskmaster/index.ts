import type { FormatDefinition } from "../format.ts";

export const taskmaster = {
  name: "Task Master",
  prefix: "taskmaster:",
  about: "make plans of Task Master's tags, or bring them up to date: a spec for each task and subtask",
  path: "a repository with .taskmaster/tasks/tasks.json or tasks/tasks.json, or that file",
  folder: "a .taskmaster folder, or its tasks.json",
  sources: "task files",
  options: {},
} as const satisfies FormatDefinition;
