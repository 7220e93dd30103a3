import type { Screen } from "./create-fields.ts";
import type { IssueType } from "./issue-types.ts";
import type { LinkTypes } from "./link-types.ts";
import type { Project } from "./project.ts";

/** A type of issue with the fields of its create screen. */
export interface Kind extends IssueType {
  screen: Screen;
}

/** The types and fields of a project, on which all calls to it depend. */
export interface Layout {
  project: Project;
  /** The type for a plan: an epic; a task where the project has no epics. */
  container: Kind;
  /** The type for a spec. */
  task: Kind;
  /** The type for a spec under another; null where the project has no sub-tasks. */
  subTask: Kind | null;
  links: LinkTypes;
}

export const kindsOf = ({ container, task, subTask }: Layout): Kind[] => [
  ...new Map([container, task, ...(subTask ? [subTask] : [])].map((kind) => [kind.id, kind])).values(),
];
