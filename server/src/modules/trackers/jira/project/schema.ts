import type { Screen } from "./create-fields.ts";
import type { IssueType } from "./issue-types.ts";
import type { LinkTypes } from "./link-types.ts";
import type { Project } from "./project.ts";

export interface IssueKind extends IssueType {
  screen: Screen;
}

export interface Layout {
  project: Project;
  /** An epic, or a task in projects without epics. */
  container: IssueKind;
  task: IssueKind;
  /** Null in projects without sub-tasks. */
  subTask: IssueKind | null;
  links: LinkTypes;
}

export const kindsOf = ({ container, task, subTask }: Layout): IssueKind[] => [
  ...new Map([container, task, ...(subTask ? [subTask] : [])].map((kind) => [kind.id, kind])).values(),
];
