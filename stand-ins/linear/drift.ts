import { invalidInput } from "./graphql/errors.ts";
import { applyToIssue, archiveIssue, movePatch, unarchiveIssue } from "./issues/issue-changes.ts";
import { stateOfType } from "./issues/issue-rules.ts";
import { removeIssue } from "./issues/issues.ts";
import { removeRelation } from "./issues/links.ts";
import { anyIssue, findIssue } from "./issues/lookup.ts";
import { normaliseMarkdown } from "./issues/markdown.ts";
import { applyToProject, archiveProject, findProject } from "./plans/projects.ts";
import { type Issue, type Team, touch, type User } from "./records.ts";
import type { Grant, LinearSite } from "./site.ts";

/** The editable fields, with state and labels by name. */
export type Edit = {
  title?: string;
  description?: string | null;
  estimate?: number | null;
  state?: string;
  labels?: string[];
  /** A user's name. */
  assignee?: string | null;
  priority?: number;
  dueDate?: string | null;
  parent?: string | null;
  project?: string | null;
};

/** Returns users' actions in Linear's own pages. Issues by id or identifier, teams by key. */
export function createDrift(site: LinearSite) {
  const actor = [...site.users.values()][1];
  if (actor === undefined) throw new Error("a site has two users");
  const person: User = actor;
  const team = (key: string): Team => {
    const found = [...site.teams.values()].find((one) => one.key === key);
    if (found === undefined) throw invalidInput(`no team ${key}`);
    return found;
  };
  const apply = (id: string, patch: (issue: Issue) => Partial<Issue>) => {
    const issue = findIssue(site, id);
    applyToIssue(site, issue, patch(issue), person);
  };
  const toState = (id: string, type: "completed" | "unstarted" | "started") =>
    apply(id, ({ teamId }) => ({ stateId: stateOfType(site, teamId, type).id }));

  return {
    edit(id: string, edit: Edit): void {
      apply(id, (issue) => ({
        ...(edit.title === undefined ? {} : { title: edit.title }),
        ...(edit.description === undefined ? {} : { description: normaliseMarkdown(edit.description) }),
        ...(edit.estimate === undefined ? {} : { estimate: edit.estimate }),
        ...(edit.priority === undefined ? {} : { priority: edit.priority }),
        ...(edit.dueDate === undefined ? {} : { dueDate: edit.dueDate }),
        ...(edit.assignee === undefined ? {} : { assigneeId: userNamed(site, edit.assignee) }),
        ...(edit.state === undefined ? {} : { stateId: named(site.states, issue, edit.state) }),
        ...(edit.labels === undefined
          ? {}
          : { labelIds: edit.labels.map((name) => named(site.labels, issue, name)) }),
        ...(edit.parent === undefined
          ? {}
          : { parentId: edit.parent === null ? null : findIssue(site, edit.parent).id }),
        ...(edit.project === undefined
          ? {}
          : { projectId: edit.project === null ? null : findProject(site, edit.project).id }),
      }));
    },
    start: (id: string) => toState(id, "started"),
    close: (id: string) => toState(id, "completed"),
    reopen: (id: string) => toState(id, "unstarted"),
    archive(id: string): void {
      archiveIssue(site, findIssue(site, id), false, person);
    },
    /** Hides it from the tokens, or shows it again. */
    hide(id: string, hidden = true): void {
      if (hidden) site.hidden.add(anyIssue(site, id).id);
      else site.hidden.delete(anyIssue(site, id).id);
    },
    trash(id: string): void {
      archiveIssue(site, findIssue(site, id), true, person);
    },
    unarchive(id: string): void {
      unarchiveIssue(site, findIssue(site, id), person);
    },
    /** Deletes an issue permanently, as after thirty days in the trash. */
    destroy(id: string): void {
      removeIssue({ site, viewer: person }, findIssue(site, id));
    },
    /** Changes the identifier but not the id. */
    moveToTeam(id: string, key: string): void {
      apply(id, (issue) => movePatch(site, issue, team(key).id));
    },
    removeRelation(from: string, to: string, type = "blocks"): void {
      const ends = [findIssue(site, from).id, findIssue(site, to).id];
      const relation = [...site.relations.values()].find(
        (one) => one.issueId === ends[0] && one.relatedIssueId === ends[1] && one.type === type,
      );
      if (relation === undefined) throw invalidInput(`${from} has no relation ${type} to ${to}`);
      removeRelation(site, relation.id);
    },
    editProject(id: string, edit: { name?: string; description?: string; content?: string | null }): void {
      const content = edit.content === undefined ? {} : { content: normaliseMarkdown(edit.content) };
      applyToProject(site, findProject(site, id), { ...edit, ...content }, person);
    },
    archiveProject(id: string): void {
      archiveProject(site, findProject(site, id), false, person);
    },
    unarchiveProject(id: string): void {
      applyToProject(site, findProject(site, id), { archivedAt: null, trashed: null }, person);
    },
    trashProject(id: string): void {
      archiveProject(site, findProject(site, id), true, person);
    },
    /** Archives and retires it: no new issues. */
    archiveTeam(key: string): void {
      const at = new Date().toISOString();
      Object.assign(team(key), { archivedAt: at, retiredAt: at });
      touch(team(key));
    },
    restoreTeam(key: string): void {
      Object.assign(team(key), { archivedAt: null, retiredAt: null });
      touch(team(key));
    },
    /** Revokes a token's right to write ("read"), or restores it. */
    setAccess(token: string, access: Grant["access"]): void {
      const grant = site.tokens.get(token);
      if (grant === undefined) throw invalidInput("no such token");
      grant.access = access;
    },
    /** Answers 401 for this token from now on. */
    revoke(token: string): void {
      site.tokens.delete(token);
    },
  };
}

export type Drift = ReturnType<typeof createDrift>;

function userNamed(site: LinearSite, name: string | null): string | null {
  if (name === null) return null;
  const found = [...site.users.values()].find((user) => user.name === name);
  if (found === undefined) throw invalidInput(`no user ${name}`);
  return found.id;
}

type Named = { id: string; name: string; teamId: string | null };

function named(map: Map<string, Named>, { teamId }: Issue, name: string): string {
  const found = [...map.values()].find((one) => one.name === name && (one.teamId ?? teamId) === teamId);
  if (found === undefined) throw invalidInput(`no ${name} in the issue's team`);
  return found.id;
}
