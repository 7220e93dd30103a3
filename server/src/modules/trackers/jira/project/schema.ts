import type { Screen } from "./create-fields.ts";
import type { IssueType } from "./issue-types.ts";
import type { LinkTypes } from "./link-types.ts";
import type { Project } from "./project.ts";

/** An issue type with the fields of its create screen. */
export interface Kind extends IssueType {
  screen: Screen;
}

/** The types and fields of a project, needed by all calls. */
export interface Layout {
  project: Project;
  /** The type for a plan: an epic, or a task in projects without epics. */
  container: Kind;
  task: Kind;
  /** The type for a nested spec; null in projects without sub-tasks. */
  subTask: Kind | null;
  links: LinkTypes;
}

export const kindsOf = ({ container, task, subTask }: Layout): Kind[] => [
  ...new Map([container, task, ...(subTask ? [subTask] : [])].map((kind) => [kind.id, kind])).values(),
];
