import type { ImportedContext, Notice } from "../format.ts";
import type { TasksImport } from "./tasks/types.ts";

/**
 * A requirement as a spec: `ref` is unique in the import, `criteria` counts the numbered items in `content`,
 * `source` is its heading (line from 1).
 */
export interface ImportedSpec {
  ref: string;
  /** Its unique number in references: `3`, `NFR2`, `3-2` for a duplicate. */
  number: string;
  title: string;
  /** The origin of the title: the heading, or the text below, which keeps it. */
  titleFrom: "heading" | "text";
  content: string;
  criteria: number;
  source: { file: string; line: number };
}

/** A file kept as a context source. */
export interface KiroContext extends Omit<ImportedContext, "externalRef"> {
  file: string;
}

/** An imported Kiro spec folder: the bodies of a plan and its specs in source order. */
export interface KiroImport {
  plan: { name: string; description: string };
  specs: ImportedSpec[];
  /** Null without `tasks.md`. */
  tasks: TasksImport | null;
  /** Files kept as context sources, and the names of unfit ones. */
  context: KiroContext[];
  withoutContext: string[];
  notUnderstood: Notice[];
}

/** Prefix of the format's references. */
export const prefix = "kiro:";

export const requirementsFile = "requirements.md";

/** The API's limit for spec contents and plan descriptions, in bytes of UTF-8. */
export const maxBytes = 262_144;

/** The API's limit for names and titles, in code points. */
export const maxName = 200;
