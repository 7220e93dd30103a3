import { issueUrl } from "./issues/issue-changes.ts";
import type { Issue, Project } from "./records.ts";
import { identifierOf, type LinearSite } from "./site.ts";

/** Everything that a push may create, for comparisons. */
export type Dumped = {
  issues: DumpedIssue[];
  projects: DumpedProject[];
  labels: { id: string; name: string; team: string | null; isGroup: boolean; retired: boolean }[];
  initiatives: { id: string; name: string; projects: string[] }[];
};

/** Other issues by identifier, projects by id. */
export type DumpedIssue = {
  id: string;
  identifier: string;
  previousIdentifiers: string[];
  url: string;
  team: string;
  title: string;
  description: string | null;
  parent: string | null;
  project: string | null;
  milestone: string | null;
  labels: string[];
  estimate: number | null;
  /** A user's name. */
  assignee: string | null;
  priority: number;
  dueDate: unknown;
  state: string;
  stateType: string;
  /** The issues that block this one. */
  blockedBy: string[];
  relations: { id: string; type: string; related: string }[];
  attachments: { id: string; url: string; title: string; metadata: Record<string, unknown> }[];
  archived: boolean;
  trashed: boolean;
  createdAt: string;
  updatedAt: string;
};

/** `blockedBy`: projects with a "blocks" or "dependency" relation to this one. */
export type DumpedProject = {
  id: string;
  name: string;
  description: string;
  content: string | null;
  teams: string[];
  status: string;
  blockedBy: string[];
  relations: { id: string; type: string; anchorType: string; relatedAnchorType: string; related: string }[];
  milestones: { id: string; name: string }[];
  archived: boolean;
  trashed: boolean;
  updatedAt: string;
};

/** Returns all records by creation, including archived and trashed ones. */
export function dump(site: LinearSite): Dumped {
  const index = relationsByIssue(site);
  return {
    issues: [...site.issues.values()].map((issue) => dumpIssue(site, issue, index)),
    projects: [...site.projects.values()].map((project) => dumpProject(site, project)),
    labels: [...site.labels.values()].map(({ id, name, teamId, isGroup, retiredAt }) => ({
      id,
      name,
      team: site.teams.get(teamId ?? "")?.key ?? null,
      isGroup,
      retired: retiredAt !== null,
    })),
    initiatives: [...site.initiatives.values()].map(({ id, name }) => ({
      id,
      name,
      projects: [...site.initiativeToProjects.values()]
        .filter((link) => link.initiativeId === id)
        .map((link) => link.projectId),
    })),
  };
}

type Index = { from: Map<string, string[]>; to: Map<string, string[]>; attached: Map<string, string[]> };

// Indexed once, so that dumps of thousands of issues stay fast.
function relationsByIssue(site: LinearSite): Index {
  const group = <T>(records: Iterable<T>, key: (record: T) => string, id: (record: T) => string) => {
    const groups = new Map<string, string[]>();
    for (const record of records) groups.set(key(record), [...(groups.get(key(record)) ?? []), id(record)]);
    return groups;
  };
  return {
    from: group(
      site.relations.values(),
      (one) => one.issueId,
      (one) => one.id,
    ),
    to: group(
      site.relations.values(),
      (one) => one.relatedIssueId,
      (one) => one.id,
    ),
    attached: group(
      site.attachments.values(),
      (one) => one.issueId,
      (one) => one.id,
    ),
  };
}

function dumpIssue(site: LinearSite, issue: Issue, index: Index): DumpedIssue {
  const name = (id: string | null) => {
    const other = id === null ? undefined : site.issues.get(id);
    return other === undefined ? null : identifierOf(site, other);
  };
  const records = <T>(map: Map<string, T>, ids: string[] | undefined) =>
    (ids ?? []).flatMap((id) => map.get(id) ?? []);
  const state = site.states.get(issue.stateId);
  return {
    id: issue.id,
    identifier: identifierOf(site, issue),
    previousIdentifiers: issue.previousIdentifiers,
    url: issueUrl(site, issue),
    team: site.teams.get(issue.teamId)?.key ?? "",
    title: issue.title,
    description: issue.description,
    parent: name(issue.parentId),
    project: issue.projectId,
    milestone: issue.projectMilestoneId,
    labels: issue.labelIds.map((id) => site.labels.get(id)?.name ?? id),
    estimate: issue.estimate,
    assignee: site.users.get(issue.assigneeId ?? "")?.name ?? null,
    priority: issue.priority,
    dueDate: issue.dueDate ?? null,
    state: state?.name ?? "",
    stateType: state?.type ?? "",
    blockedBy: records(site.relations, index.to.get(issue.id))
      .filter(({ type }) => type === "blocks")
      .map(({ issueId }) => name(issueId) ?? issueId),
    relations: records(site.relations, index.from.get(issue.id)).map(({ id, type, relatedIssueId }) => ({
      id,
      type,
      related: name(relatedIssueId) ?? relatedIssueId,
    })),
    attachments: records(site.attachments, index.attached.get(issue.id)).map(
      ({ id, url, title, metadata }) => ({
        id,
        url,
        title,
        metadata,
      }),
    ),
    archived: issue.archivedAt !== null,
    trashed: issue.trashed === true,
    createdAt: issue.createdAt,
    updatedAt: issue.updatedAt,
  };
}

function dumpProject(site: LinearSite, project: Project): DumpedProject {
  const relations = [...site.projectRelations.values()];
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    content: project.content,
    teams: project.teamIds.map((id) => site.teams.get(id)?.key ?? id),
    status: site.projectStatuses.get(project.statusId)?.type ?? "",
    blockedBy: relations
      .filter((one) => one.relatedProjectId === project.id && ["blocks", "dependency"].includes(one.type))
      .map((one) => one.projectId),
    relations: relations
      .filter((one) => one.projectId === project.id)
      .map(({ id, type, anchorType, relatedAnchorType, relatedProjectId }) => ({
        id,
        type,
        anchorType,
        relatedAnchorType,
        related: relatedProjectId,
      })),
    milestones: [...site.milestones.values()]
      .filter((one) => one.projectId === project.id)
      .map(({ id, name }) => ({ id, name })),
    archived: project.archivedAt !== null,
    trashed: project.trashed === true,
    updatedAt: project.updatedAt,
  };
}
