import type { ImportedContext, Notice } from "../format.ts";
import type { TasksImport } from "./tasks/types.ts";

/**
 * A requirement becomes a spec: `ref` is unique in the import, `criteria` counts the numbered items that the service
 * reads in `content`, and `source` is the place of its heading (line from 1).
 */
export interface ImportedSpec {
  ref: string;
  /** References name it by this number, unique in the import: `3`, `NFR2`, `3-2` for the second one of number 3. */
  number: string;
  title: string;
  /** The title was taken from here: without one in the heading, from the text below it, which keeps it. */
  titleFrom: "heading" | "text";
  content: string;
  criteria: number;
  source: { file: string; line: number };
}

/** A file that is kept as a context source: text about the whole, of which no spec is made. */
export interface KiroContext extends Omit<ImportedContext, "externalRef"> {
  file: string;
}

/** The import of a Kiro spec folder has the bodies of one plan and its specs, in the order of the source. */
export interface KiroImport {
  plan: { name: string; description: string };
  specs: ImportedSpec[];
  /** This is null where the folder has no `tasks.md`. */
  tasks: TasksImport | null;
  /** The files that are kept as context sources, and the names of those that can't be. */
  context: KiroContext[];
  withoutContext: string[];
  notUnderstood: Notice[];
}

/** A Kiro folder has its requirements in this file. */
export const requirementsFile = "requirements.md";

/** The API takes a spec's content and a plan's description up to this many bytes of UTF-8. */
export const maxBytes = 262_144;

/** The API takes names and titles up to this many code points. */
export const maxName = 200;
