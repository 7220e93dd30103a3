import { parseTasks } from "./parse.ts";
import type { KnownRequirement, TasksImport, TasksMode } from "./types.ts";

/** For tests: returns requirements with a title and criteria each, `R1.1: criterion 1.1` and so on. */
export const known = (count: number, criteria = 3, letters = ""): KnownRequirement[] =>
  Array.from({ length: count }, (_, index) => ({
    ref: `Requirement ${index + 1}`,
    number: `${letters}${index + 1}`,
    title: `Title ${index + 1}`,
    criteria: Array.from({ length: criteria }, (_, at) => ({
      id: `${letters || "R"}${index + 1}.${at + 1}`,
      text: `criterion ${index + 1}.${at + 1}`,
    })),
  }));

/** For tests: parses lines with three requirements of three criteria. */
export const parse = (text: string | readonly string[], mode: TasksMode = "top", requirements = known(3)) =>
  parseTasks(typeof text === "string" ? text : text.join("\n"), requirements, mode, true);

/** For tests: returns all text that is sent to the service. */
export const sentText = ({ description, tasks }: TasksImport) =>
  [description, ...tasks.flatMap(({ title, content }) => [title, content])].join("\n");

/** For tests: returns a line for each spec, with its number, title and state. */
export const outlineOf = ({ tasks }: TasksImport) =>
  tasks.map(({ number, title, status }) => `${number} ${title} ${status}`);

/** For tests: returns what the tasks say of each requirement. */
export const statesOf = ({ statuses }: TasksImport) => Object.fromEntries(statuses);
