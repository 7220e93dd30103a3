import type { FormatDefinition } from "../format.ts";
import type { TasksMode } from "./tasks/types.ts";
import { prefix } from "./types.ts";

export const kiro = {
  name: "Kiro",
  prefix,
  about: "make plans of Kiro spec folders, or bring them up to date: a spec for each requirement and task",
  path: "such as .kiro/specs/<feature>, or .kiro/specs for all of them",
  folder: "a .kiro folder, or one with a requirements.md",
  sources: "specs' folders",
  options: {
    tasks: {
      kind: "choice",
      about: "the tasks that become specs: the top-level ones, all, or none",
      label: "Tasks of the folder",
      choices: {
        top: "Those at the top become specs",
        all: "The smallest become specs",
        none: "None become specs",
      } satisfies Record<TasksMode, string>,
      standard: "top",
    },
    order: {
      kind: "switch",
      about: "let no task need the one before it, and no requirement its tasks",
      label: "Tasks need the one before them, and requirements their tasks",
      standard: "yes",
    },
  },
} as const satisfies FormatDefinition;
