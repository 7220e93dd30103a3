import type { Notice } from "../../format.ts";

/** Which tasks become specs: top-level ones, every leaf, or none. */
export type TasksMode = "top" | "all" | "none";

export type TaskStatus = "TODO" | "IN_PROGRESS" | "DONE";

/** A requirement that tasks can name. `number` is how tasks write it: `3`, `US1`, `NFR2`. */
export interface KnownRequirement {
  ref: string;
  number: string;
  title: string;
  criteria: readonly { id: string; text: string }[];
}

/**
 * A spec made of tasks. `number` is its unique reference below `tasks/`: `4`, `4.1`, `4-2` for a duplicate,
 * or a slug. `source` is its first line, from 1.
 */
export interface ImportedTask {
  number: string;
  title: string;
  content: string;
  status: TaskStatus;
  source: { file: string; line: number };
}

/**
 * The plan of a folder's tasks. `description` is the text outside of tasks, with parent tasks for `all`.
 * `statuses` (by `ref`) are set in every mode, so that a half-built plan shows as such. `count` includes
 * optional tasks.
 */
export interface TasksImport {
  description: string;
  tasks: ImportedTask[];
  statuses: ReadonlyMap<string, TaskStatus>;
  isStarted: boolean;
  count: { tasks: number; optional: number; done: number };
  notices: Notice[];
}

export const tasksFile = "tasks.md";
