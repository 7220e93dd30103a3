import { isObject } from "../../common/answers.ts";
import { JiraRefusal, noIssue, noPermission } from "../refusals.ts";
import type { Issue, JiraAccount, JiraSite } from "../site.ts";
import type { Permission, Project } from "./project.ts";

export const may = (project: Project, account: JiraAccount, permission: Permission): boolean =>
  project.permissions[account.accountId]?.includes(permission) ?? false;

export const browsable = (project: Project, account: JiraAccount) => may(project, account, "BROWSE_PROJECTS");

/** Throws 404 if hidden from the account. */
export function projectOf(site: JiraSite, account: JiraAccount, idOrKey: string): Project {
  const project = site.projects.find((one) => one.id === idOrKey || one.key === idOrKey);
  if (project === undefined || !browsable(project, account))
    throw new JiraRefusal(404, [`No project could be found with key '${idOrKey}'.`]);
  return project;
}

/** Finds by id, key or former key, in any case, unless hidden. */
export function findIssue(site: JiraSite, account: JiraAccount, idOrKey: string): Issue | undefined {
  const issue = site.issues.get(idOrKey) ?? site.issues.get(site.keys.get(idOrKey.toUpperCase()) ?? "");
  const isSeen = issue !== undefined && browsable(issue.project, account) && !site.hidden.has(issue.id);
  return isSeen ? issue : undefined;
}

/** Throws 404 if `findIssue` finds none. */
export function issueOf(site: JiraSite, account: JiraAccount, idOrKey: string): Issue {
  const issue = findIssue(site, account, idOrKey);
  if (issue === undefined) throw noIssue();
  return issue;
}

/** Throws 403 without permission or in archived projects. */
export function editable(site: JiraSite, account: JiraAccount, idOrKey: string): Issue {
  const issue = issueOf(site, account, idOrKey);
  if (!may(issue.project, account, "EDIT_ISSUES")) throw noPermission("edit issues");
  refuseArchived(issue.project);
  return issue;
}

export function refuseArchived(project: Project): void {
  if (project.archived) throw new JiraRefusal(403, [`The project '${project.key}' is archived.`]);
}

export function reference(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const named = value.id ?? value.key;
  return typeof named === "string" ? named : undefined;
}
