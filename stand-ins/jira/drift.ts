import { normalise } from "./issues/adf.ts";
import { removeLink } from "./issues/links.ts";
import { enter } from "./issues/transitions.ts";
import type { Permission, Project } from "./projects/project.ts";
import { type Category, type Issue, type JiraSite, person, planner } from "./site.ts";
import { change, put, remove } from "./store.ts";

/** The editable fields; `status` is a status name or category, `parent` an issue or none. */
export type Edit = {
  summary?: string;
  description?: unknown;
  status?: string;
  labels?: string[];
  assignee?: { accountId: string } | null;
  priority?: { id: string };
  duedate?: string | null;
  parent?: string | null;
};

/** Users' changes in Jira's own pages. Issues by id or key. */
export type Drift = {
  edit(issue: string, changes: Edit): void;
  delete(issue: string): void;
  /** Sets or removes a security level that hides it, silently. */
  hide(issue: string, hidden?: boolean): void;
  /** Moves the issue and returns its new key; its id stays and its old key resolves. */
  moveToProject(issue: string, project: string): string;
  /** Copies it with labels and properties as "CLONE - …"; returns the new key. */
  clone(issue: string): string;
  /** Sets a status; the default resolution is "Done". */
  transition(issue: string, category: Category, resolution?: string): void;
  removeLink(id: string): void;
  /** Switches links off or on for the site. */
  disableLinking(disabled?: boolean): void;
  archiveProject(project: string, archived?: boolean): void;
  /** Removes a type; its issues stay. */
  removeIssueType(project: string, type: string): void;
  /** Revokes it from the planner. BROWSE_PROJECTS hides the project. */
  revokePermission(project: string, permission: Permission): void;
};

export function createDrift(site: JiraSite): Drift {
  function issueOf(idOrKey: string): Issue {
    const issue = site.issues.get(idOrKey) ?? site.issues.get(site.keys.get(idOrKey) ?? "");
    if (issue === undefined) throw new Error(`there is no issue ${idOrKey}`);
    return issue;
  }

  function projectOf(key: string): Project {
    const project = site.projects.find((one) => one.key === key);
    if (project === undefined) throw new Error(`there is no project ${key}`);
    return project;
  }

  function enterNamed(issue: Issue, name: string, resolution?: string): void {
    const status = issue.project.statuses.find((one) => one.name === name || one.category === name);
    if (status === undefined) throw new Error(`project ${issue.project.key} has no status ${name}`);
    enter(site, person, issue, status, resolution);
  }

  const nextKey = (project: Project) => {
    project.lastNumber += 1;
    return `${project.key}-${project.lastNumber}`;
  };

  return {
    edit(name, { status, description, parent, ...simple }) {
      const issue = issueOf(name);
      const fields = {
        ...simple,
        ...(description === undefined ? {} : { description: normalise(description) }),
      };
      if (Object.keys(fields).length > 0)
        change(site, person, issue, { fields: { ...issue.fields, ...fields } }, Object.keys(fields));
      if (parent !== undefined)
        change(site, person, issueOf(name), { parent: parent === null ? undefined : issueOf(parent).id }, [
          "parent",
        ]);
      if (status !== undefined) enterNamed(issueOf(name), status);
    },
    delete: (name) => remove(site, person, issueOf(name)),
    hide(name, hidden = true) {
      if (hidden) site.hidden.add(issueOf(name).id);
      else site.hidden.delete(issueOf(name).id);
    },
    moveToProject(name, key) {
      const issue = issueOf(name);
      const project = projectOf(key);
      // The other project may have its own type ids.
      const type = project.types.find((one) => one.level === issue.type.level) ?? issue.type;
      const moved = change(site, person, issue, { project, type, key: nextKey(project) }, ["project", "Key"]);
      return moved.key;
    },
    clone(name) {
      const issue = issueOf(name);
      const now = Date.now();
      const copy = put(site, {
        ...issue,
        id: String(site.nextId++),
        key: nextKey(issue.project),
        fields: { ...issue.fields, summary: `CLONE - ${issue.fields.summary}` },
        author: person.accountId,
        created: now,
        updated: now,
      });
      site.emit({ kind: "created", actor: person, issue: copy });
      return copy.key;
    },
    transition: (name, category, resolution) => enterNamed(issueOf(name), category, resolution),
    removeLink(id) {
      const link = site.links.get(id);
      if (link === undefined) throw new Error(`there is no link ${id}`);
      removeLink(site, person, link);
    },
    disableLinking(disabled = true) {
      site.linkingEnabled = !disabled;
    },
    archiveProject(key, archived = true) {
      projectOf(key).archived = archived;
    },
    removeIssueType(key, type) {
      const project = projectOf(key);
      project.types = project.types.filter((one) => one.id !== type && one.name !== type);
    },
    revokePermission(key, permission) {
      const { permissions } = projectOf(key);
      permissions[planner.accountId] = (permissions[planner.accountId] ?? []).filter(
        (one) => one !== permission,
      );
    },
  };
}
