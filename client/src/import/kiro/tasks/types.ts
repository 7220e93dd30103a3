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
 * or a slug.
 */
export interface ImportedTask {
  number: string;
  title: string;
  content: string;
  status: TaskStatus;
  source: TaskPlace;
  /** The numbers of the tasks that it needs. */
  needs: readonly string[];
}

/** A task's first and last line, from 1; `end` is null if lines of others stand between. */
export interface TaskPlace {
  file: string;
  line: number;
  end: number | null;
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
  /** The numbers of the tasks that each requirement needs, by `ref`. */
  naming: ReadonlyMap<string, readonly string[]>;
  isStarted: boolean;
  count: { tasks: number; optional: number; done: number };
  notices: Notice[];
}

export const tasksFile = "tasks.md";
