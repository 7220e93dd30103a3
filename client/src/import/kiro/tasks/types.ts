import type { Notice } from "../../format.ts";

/** This says which tasks become specs: those at the top, each leaf, or none. */
export type TasksMode = "top" | "all" | "none";

/** An imported task is in one of these states, as the service names them. */
export type TaskStatus = "TODO" | "IN_PROGRESS" | "DONE";

/**
 * Tasks can name the requirements of the folder. `ref` is its spec's, `number` how tasks write it (`3`, `US1`,
 * `NFR2`: the beginning of its criteria's ids without a leading R).
 */
export interface KnownRequirement {
  ref: string;
  number: string;
  title: string;
  criteria: readonly { id: string; text: string }[];
}

/**
 * A spec is made of tasks. `number` is what follows `tasks/` in the external reference: `4`, `4.1`, `4-2` for the
 * second task with the number 4, a short slug of the title where there is no number; it is unique in the import.
 * `source` is the place of the task's line, or of its first sub-task where it has no line of its own (line from 1).
 */
export interface ImportedTask {
  number: string;
  title: string;
  content: string;
  status: TaskStatus;
  source: { file: string; line: number };
}

/**
 * A folder's tasks have a plan. `description` is the text outside the tasks, as it was written; with `all` it also has
 * the lines of the tasks that have others below them. In every mode, `statuses` has what the tasks say of each
 * requirement's spec (by its `ref`), since a half-built plan is half-built even if its tasks are left out; `isStarted`
 * is true if any task that counts is started or done. `count` counts tasks, the optional ones among them, and those
 * that are done, optional or not.
 */
export interface TasksImport {
  description: string;
  tasks: ImportedTask[];
  statuses: ReadonlyMap<string, TaskStatus>;
  isStarted: boolean;
  count: { tasks: number; optional: number; done: number };
  notices: Notice[];
}

/** A Kiro folder has its tasks in this file. */
export const tasksFile = "tasks.md";
