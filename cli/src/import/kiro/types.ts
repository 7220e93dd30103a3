import type { Notice } from "../format.ts";
import type { TasksImport } from "./tasks/types.ts";

/**
 * One requirement: `ref` is unique in the import, `criteria` counts the numbered items that the service reads in
 * `content`, and `source` is the place of its heading (line from 1).
 */
export interface ImportedSpec {
  ref: string;
  /** The number by which references name it, unique in the import: `3`, `NFR2`, `3-2` for the second one of number 3. */
  number: string;
  title: string;
  /** The place that the title was taken from: without one in the heading, the text below it, which keeps it. */
  titleFrom: "heading" | "text";
  content: string;
  criteria: number;
  source: { file: string; line: number };
}

/** The import of a Kiro spec folder: the bodies of one plan and its specs, in the order of the source. */
export interface KiroImport {
  plan: { name: string; description: string };
  specs: ImportedSpec[];
  /** The tasks of the folder; null where it has no `tasks.md`. */
  tasks: TasksImport | null;
  notUnderstood: Notice[];
}

export const requirementsFile = "requirements.md";

/** The API's limit for a spec's content and a plan's description, in bytes of UTF-8. */
export const maxBytes = 262_144;

/** The API's limit for names and titles, in code points. */
export const maxName = 200;
