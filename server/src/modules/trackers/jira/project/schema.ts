import type { Screen } from "./create-fields.ts";
import type { IssueType } from "./issue-types.ts";
import type { LinkTypes } from "./link-types.ts";
import type { Project } from "./project.ts";

export interface Kind extends IssueType {
  screen: Screen;
}

export interface Layout {
  project: Project;
  /** An epic, or a task in projects without epics. */
  container: Kind;
  task: Kind;
  /** Null in projects without sub-tasks. */
  subTask: Kind | null;
  links: LinkTypes;
}

export const kindsOf = ({ container, task, subTask }: Layout): Kind[] => [
  ...new Map([container, task, ...(subTask ? [subTask] : [])].map((kind) => [kind.id, kind])).values(),
];
