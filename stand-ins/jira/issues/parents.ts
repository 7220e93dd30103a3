import { findIssue, reference } from "../projects/access.ts";
import type { Project } from "../projects/project.ts";
import { invalidFields } from "../refusals.ts";
import type { Issue, IssueType, JiraAccount, JiraSite } from "../site.ts";
import { none } from "./fields.ts";

/**
 * Returns the parent id in `fields.parent`. Throws 400 unless it is one level up, acyclic, and in the same
 * project for sub-tasks and team-managed projects.
 */
export function parentOf(
  site: JiraSite,
  account: JiraAccount,
  child: { id?: string; project: Project; type: IssueType },
  value: unknown,
): string | undefined {
  const subtask = child.type.level < 0;
  if (value === undefined || value === none) {
    if (subtask)
      throw invalidFields({ parent: "Issue type is a sub-task but parent issue key or id not specified." });
    return undefined;
  }
  const parent = findIssue(site, account, reference(value) ?? "");
  if (parent === undefined) throw invalidFields({ parent: "Could not find issue by id or key." });
  if (ancestors(site, parent).some((one) => one.id === child.id))
    throw invalidFields({ parentId: "An issue cannot be its own parent or the parent of its parent." });
  if (parent.type.level !== child.type.level + 1)
    throw invalidFields({ parentId: "Given parent issue does not belong to appropriate hierarchy." });
  if (parent.project.id !== child.project.id && (subtask || child.project.teamManaged))
    throw invalidFields({ project: "Sub-tasks must be created in the same project as the parent." });
  return parent.id;
}

function ancestors(site: JiraSite, issue: Issue): Issue[] {
  const above = site.issues.get(issue.parent ?? "");
  return above === undefined ? [issue] : [issue, ...ancestors(site, above)];
}
