import type { ImportedContext, Notice } from "../format.ts";
import type { TasksImport, TasksMode } from "./tasks/types.ts";

/**
 * A requirement as a spec: `ref` is unique in the import, `criteria` counts the numbered items in `content`.
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
  source: LinesOf;
}

/** A part's first and last line, from 1. */
interface LinesOf {
  file: string;
  line: number;
  end: number;
}

/** The format's options; without order, tasks need only what they name. */
export type KiroOptions = { tasks: TasksMode; order: "yes" | "no" };

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

/** What Kiro writes for a bug in place of requirements. */
export const bugfixFile = "bugfix.md";

/** Tests for a file that makes a folder a spec. */
export const isMainFile = (file: string): boolean => file === requirementsFile || file === bugfixFile;
