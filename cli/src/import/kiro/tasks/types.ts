import type { Notice } from "../../format.ts";

export type TasksMode = "top" | "all" | "none";
/** The requirements of the folder that tasks can name. */
export interface KnownRequirement {
  ref: string;
  number: string;
  title: string;
  criteria: readonly { id: string; text: string }[];
}
export interface ImportedTask {
  number: string;
  title: string;
  content: string;
  status: "TODO" | "IN_PROGRESS" | "DONE";
  source: { file: string; line: number };
}
export interface TasksImport {
  title: string;
  description: string;
  tasks: ImportedTask[];
  statuses: ReadonlyMap<string, "TODO" | "IN_PROGRESS" | "DONE">;
  isStarted: boolean;
  notices: Notice[];
}
