import { dataOf, type Issue, type State, touch, type User } from "../records.ts";
import { identifierOf, type LinearSite, put } from "../site.ts";
import { stateOfType } from "./issue-rules.ts";

/** Returns the form for webhooks. */
export function issueData(site: LinearSite, issue: Issue): Record<string, unknown> {
  const pick = (record: Record<string, unknown> | undefined, ...names: string[]) =>
    record && Object.fromEntries(names.map((name) => [name, record[name]]));
  return {
    ...dataOf(issue),
    identifier: identifierOf(site, issue),
    url: issueUrl(site, issue),
    state: pick(site.states.get(issue.stateId), "id", "name", "type", "color"),
    team: pick(site.teams.get(issue.teamId), "id", "key", "name"),
    project: issue.projectId === null ? null : pick(site.projects.get(issue.projectId), "id", "name"),
  };
}

export function issueUrl(site: LinearSite, issue: Issue): string {
  const slug = issue.title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return `https://linear.app/${site.organization.urlKey}/issue/${identifierOf(site, issue)}/${slug}`;
}

/** Numbers and stores a validated issue. */
export function insertIssue(site: LinearSite, issue: Issue, actor: User): Issue {
  const team = site.teams.get(issue.teamId);
  if (team === undefined) throw new Error(`no team ${issue.teamId}`);
  team.issued += 1;
  const placed = put(site, site.issues, { ...issue, number: team.issued });
  site.changed({ action: "create", type: "Issue", data: issueData(site, placed), actor });
  return placed;
}

/** Writes changed fields, advances `updatedAt` and sends the previous values to webhooks. */
export function applyToIssue(site: LinearSite, issue: Issue, patch: Partial<Issue>, actor: User): Issue {
  const before = Object.entries(patch).flatMap(([name]) =>
    JSON.stringify(issue[name]) === JSON.stringify(patch[name]) ? [] : [[name, issue[name]] as const],
  );
  if (before.length === 0) return issue;
  const updatedFrom = { ...Object.fromEntries(before), updatedAt: issue.updatedAt };
  const state = patch.stateId === undefined ? undefined : site.states.get(patch.stateId);
  Object.assign(issue, patch, state === undefined ? {} : timesOf(state, issue));
  touch(issue);
  const action = patch.trashed === true ? "remove" : "update";
  site.changed({ action, type: "Issue", data: issueData(site, issue), updatedFrom, actor });
  return issue;
}

/** Returns the times of starting, completing or canceling. */
function timesOf(state: State, issue: Issue) {
  const now = new Date().toISOString();
  return {
    startedAt: ["started", "completed"].includes(state.type) ? (issue.startedAt ?? now) : null,
    completedAt: state.type === "completed" ? now : null,
    canceledAt: state.type === "canceled" || state.type === "duplicate" ? now : null,
  };
}

/** Returns the changes of a team move: number, identifier, state and lost labels. The id stays. */
export function movePatch(site: LinearSite, issue: Issue, teamId: string): Partial<Issue> {
  const team = site.teams.get(teamId);
  if (team === undefined) throw new Error(`no team ${teamId}`);
  team.issued += 1;
  return {
    teamId,
    number: team.issued,
    previousIdentifiers: [...issue.previousIdentifiers, identifierOf(site, issue)],
    stateId: stateOfType(site, teamId, site.states.get(issue.stateId)?.type ?? "backlog").id,
    labelIds: issue.labelIds.filter((id) => site.labels.get(id)?.teamId === null),
  };
}

export function archiveIssue(site: LinearSite, issue: Issue, trash: boolean, actor: User): Issue {
  const archivedAt = issue.archivedAt ?? new Date().toISOString();
  return applyToIssue(site, issue, { archivedAt, ...(trash ? { trashed: true } : {}) }, actor);
}

export function unarchiveIssue(site: LinearSite, issue: Issue, actor: User): Issue {
  return applyToIssue(site, issue, { archivedAt: null, trashed: null }, actor);
}

/** Advances the time of related issues, if the site is configured so. */
export function noticed(site: LinearSite, ...issues: (Issue | undefined)[]): void {
  if (site.unknowns.noisyUpdatedAt) for (const issue of issues) if (issue !== undefined) touch(issue);
}
