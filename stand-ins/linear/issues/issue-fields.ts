import { type Fields, list, one, where } from "../graphql/fields.ts";
import type { Attachment, Issue, Label, Relation, State } from "../records.ts";
import { identifierOf } from "../site.ts";
import { issueUrl } from "./issue-changes.ts";

const priorities = ["No priority", "Urgent", "High", "Medium", "Low"];

const issue: Fields<Issue> = {
  identifier: (source, _given, { site }) => identifierOf(site, source),
  url: (source, _given, { site }) => issueUrl(site, source),
  branchName: (source, _given, { site }) => identifierOf(site, source).toLowerCase(),
  priorityLabel: (source) => priorities[source.priority] ?? "",
  sortOrder: (source) => source.sortOrder ?? -source.place,
  prioritySortOrder: (source) => source.prioritySortOrder ?? 0,
  customerTicketCount: () => 0,
  team: one((site, { teamId }) => site.teams.get(teamId)),
  state: one((site, { stateId }) => site.states.get(stateId)),
  parent: one((site, { parentId }) => site.issues.get(parentId ?? "")),
  project: one((site, { projectId }) => site.projects.get(projectId ?? "")),
  projectMilestone: one((site, { projectMilestoneId: id }) => site.milestones.get(id ?? "")),
  creator: one((site, { creatorId }) => site.users.get(creatorId)),
  assignee: one((site, { assigneeId }) => site.users.get(assigneeId ?? "")),
  children: list((site, { id }) => where(site.issues, (child) => child.parentId === id)),
  labels: list((site, { labelIds }) => where(site.labels, (label) => labelIds.includes(label.id))),
  relations: list((site, { id }) => where(site.relations, ({ issueId }) => issueId === id)),
  inverseRelations: list((site, { id }) => where(site.relations, (one) => one.relatedIssueId === id)),
  attachments: list((site, { id }) => where(site.attachments, ({ issueId }) => issueId === id)),
};

const state: Fields<State> = {
  team: one((site, { teamId }) => site.teams.get(teamId)),
  issues: list((site, { id }) => where(site.issues, ({ stateId }) => stateId === id)),
};

const label: Fields<Label> = {
  team: one((site, { teamId }) => site.teams.get(teamId ?? "")),
  parent: one((site, { parentId }) => site.labels.get(parentId ?? "")),
  children: list((site, { id }) => where(site.labels, ({ parentId }) => parentId === id)),
  issues: list((site, { id }) => where(site.issues, ({ labelIds }) => labelIds.includes(id))),
};

const relation: Fields<Relation> = {
  issue: one((site, { issueId }) => site.issues.get(issueId)),
  relatedIssue: one((site, { relatedIssueId }) => site.issues.get(relatedIssueId)),
};

const attachment: Fields<Attachment> = {
  issue: one((site, { issueId }) => site.issues.get(issueId)),
  groupBySource: () => false,
};

export const issueFields = {
  Issue: issue,
  WorkflowState: state,
  IssueLabel: label,
  IssueRelation: relation,
  Attachment: attachment,
};
