import { badArgument, invalidInput, usageLimit } from "../graphql/errors.ts";
import type { Issue, Label, State, Team } from "../records.ts";
import type { LinearSite } from "../site.ts";
import { estimatesOf } from "./estimates.ts";
import { find, findIssue } from "./lookup.ts";

/**
 * Validates only the given `fields`, since previously valid ones (like a project archived later) don't block
 * other changes.
 */
export function checkIssue(site: LinearSite, issue: Issue, fields: ReadonlySet<string>): void {
  const team = find(site, site.teams, issue.teamId, "Team");
  if (fields.has("title")) checkTitle(site, issue.title);
  if (fields.has("description")) checkText("description", issue.description, site.limits.description);
  if (fields.has("teamId")) checkTeam(team);
  if (fields.has("estimate") && issue.estimate !== null && !estimatesOf(team).includes(issue.estimate))
    throw invalidInput(`Estimate ${issue.estimate} is not in the scale of team ${team.key}`);
  if (fields.has("projectId") && issue.projectId !== null) checkProject(site, issue);
  if (fields.has("projectMilestoneId") && issue.projectMilestoneId !== null) {
    const milestone = find(site, site.milestones, issue.projectMilestoneId, "ProjectMilestone");
    if (milestone.projectId !== issue.projectId)
      throw invalidInput("The project milestone is not one of the issue's project");
  }
  if (fields.has("parentId") && issue.parentId !== null) checkParent(site, issue, issue.parentId);
  if (fields.has("stateId")) {
    const state = find(site, site.states, issue.stateId, "WorkflowState");
    if (state.teamId !== team.id) throw invalidInput("The workflow state is not one of the issue's team");
  }
  if (fields.has("assigneeId") && issue.assigneeId !== null) find(site, site.users, issue.assigneeId, "User");
  if (fields.has("priority") && ![0, 1, 2, 3, 4].includes(issue.priority))
    throw badArgument("priority must be one of 0 to 4");
  if (fields.has("labelIds")) checkLabels(site, issue);
}

/** Refuses new issues in a full workspace. */
export function checkRoom(site: LinearSite, wanted: number): void {
  if (site.limits.issues === Number.POSITIVE_INFINITY) return;
  const active = [...site.issues.values()].filter((issue) => issue.archivedAt === null).length;
  if (active + wanted > site.limits.issues) throw usageLimit(`${site.limits.issues} active issues`);
}

export function checkText(field: string, text: string | null, limit: number): void {
  if (text === null) return;
  if (text.length > limit) throw badArgument(`${field} must be shorter than or equal to ${limit} characters`);
  if (text.includes("\u0000")) throw badArgument(`${field} must not contain null characters`);
}

function checkTitle(site: LinearSite, title: string): void {
  if (title.trim() === "") throw badArgument("title should not be empty");
  checkText("title", title, site.limits.title);
}

function checkTeam(team: Team): void {
  if (team.archivedAt !== null || team.retiredAt !== null)
    throw invalidInput(`Team ${team.key} is retired and takes no new issues`);
}

function checkProject(site: LinearSite, issue: Issue): void {
  const project = find(site, site.projects, issue.projectId ?? "", "Project");
  if (project.archivedAt !== null) throw invalidInput("The project is archived");
  if (!project.teamIds.includes(issue.teamId))
    throw invalidInput("The issue's team is not one of the project's");
}

function checkParent(site: LinearSite, issue: Issue, parentId: string): void {
  let ancestor: Issue | undefined = findIssue(site, parentId);
  while (ancestor !== undefined) {
    if (ancestor.id === issue.id) throw invalidInput("An issue cannot be its own parent or ancestor");
    ancestor = ancestor.parentId === null ? undefined : site.issues.get(ancestor.parentId);
  }
}

function checkLabels(site: LinearSite, issue: Issue): void {
  const labels = issue.labelIds.map((id) => find(site, site.labels, id, "IssueLabel"));
  for (const label of labels) {
    if (label.isGroup) throw invalidInput(`Label ${label.name} is a group and cannot be applied`);
    if (label.retiredAt !== null || label.archivedAt !== null)
      throw invalidInput(`Label ${label.name} is retired`);
    if (label.teamId !== null && label.teamId !== issue.teamId)
      throw invalidInput(`Label ${label.name} belongs to another team`);
  }
  const groups = labels.flatMap((label: Label) => label.parentId ?? []);
  if (new Set(groups).size < groups.length) throw invalidInput("Only one label of a group can be applied");
}

/** Returns the team's state of that or the nearest type. */
export function stateOfType(site: LinearSite, teamId: string, type: State["type"]): State {
  const states = [...site.states.values()].filter((state) => state.teamId === teamId);
  const state = states.find((one) => one.type === type) ?? states.find((one) => one.type === "backlog");
  if (state === undefined) throw new Error(`team ${teamId} has no states`);
  return state;
}
