import { badArgument, invalidInput } from "../graphql/errors.ts";
import { checkText } from "../issues/issue-rules.ts";
import { done, find, newId, onlyKnown } from "../issues/lookup.ts";
import { normaliseMarkdown } from "../issues/markdown.ts";
import { dataOf, type Project, stamp, touch, type User } from "../records.ts";
import { type Context, type LinearSite, put } from "../site.ts";

type Patch = {
  name?: string | null;
  description?: string | null;
  content?: string | null;
  teamIds?: string[] | null;
  statusId?: string | null;
  trashed?: boolean | null;
  [detail: string]: unknown;
};
type Create = Patch & { id?: string | null; name: string; teamIds: string[] };

const details = ["color", "icon", "priority", "sortOrder", "prioritySortOrder", "startDate", "targetDate"];
const own = ["name", "description", "content", "teamIds", "statusId", ...details];

function check(site: LinearSite, project: Project): void {
  if (project.name.trim() === "") throw badArgument("name should not be empty");
  checkText("name", project.name, site.limits.projectName);
  checkText("description", project.description, site.limits.projectDescription);
  checkText("content", project.content, site.limits.projectContent);
  if (project.teamIds.length === 0) throw badArgument("teamIds must contain at least 1 elements");
  for (const id of project.teamIds) {
    const team = find(site, site.teams, id, "Team");
    if (team.archivedAt !== null || team.retiredAt !== null)
      throw invalidInput(`Team ${team.key} is retired`);
  }
  find(site, site.projectStatuses, project.statusId, "ProjectStatus");
}

/** Returns a project by id or the last part of its URL. */
export function findProject(site: LinearSite, id: string): Project {
  const slug = [...site.projects.values()].find((project) => project.slugId === id);
  return slug ?? find(site, site.projects, id, "Project");
}

/** Writes changed fields, advances `updatedAt` and notifies webhooks. */
export function applyToProject(
  site: LinearSite,
  project: Project,
  patch: Partial<Project>,
  actor: User,
): Project {
  const before = Object.entries(patch).filter(
    ([name, value]) => JSON.stringify(project[name]) !== JSON.stringify(value),
  );
  if (before.length === 0) return project;
  const updatedFrom = {
    ...Object.fromEntries(before.map(([name]) => [name, project[name]])),
    updatedAt: project.updatedAt,
  };
  Object.assign(project, patch);
  touch(project);
  site.changed({ action: "update", type: "Project", data: dataOf(project), updatedFrom, actor });
  return project;
}

export function archiveProject(site: LinearSite, project: Project, trash: boolean, actor: User): Project {
  const archivedAt = project.archivedAt ?? new Date().toISOString();
  return applyToProject(site, project, { archivedAt, ...(trash ? { trashed: true } : {}) }, actor);
}

export const projectMutations = {
  projectCreate({ site, viewer }: Context, { input }: { input: Create }) {
    onlyKnown("ProjectCreateInput", input, ["id", ...own]);
    const { id, existing } = newId(site, site.projects, input.id);
    if (existing !== undefined) return { ...done(site), project: existing };
    const slugId = id.replaceAll("-", "").slice(0, 12);
    const [first] = site.projectStatuses.values();
    const project: Project = {
      ...stamp("Project", id),
      ...Object.fromEntries(details.map((name) => [name, input[name] ?? null])),
      priority: input.priority ?? 0,
      color: input.color ?? "#bec2c8",
      name: input.name,
      description: input.description ?? "",
      content: normaliseMarkdown(input.content),
      teamIds: [...new Set(input.teamIds)],
      statusId: input.statusId ?? first?.id ?? "",
      trashed: null,
      slugId,
      url: `https://linear.app/${site.organization.urlKey}/project/${slugId}`,
    };
    check(site, project);
    const placed = put(site, site.projects, project);
    site.changed({ action: "create", type: "Project", data: dataOf(placed), actor: viewer });
    return { ...done(site), project: placed };
  },
  projectUpdate({ site, viewer }: Context, { id, input }: { id: string; input: Patch }) {
    onlyKnown("ProjectUpdateInput", input, [...own, "trashed"]);
    const project = findProject(site, id);
    const given = own.filter((name) => input[name] !== undefined);
    if (["name", "teamIds", "statusId"].some((name) => input[name] === null))
      throw badArgument("name, teamIds and statusId should not be null");
    const patch: Partial<Project> = Object.fromEntries(given.map((name) => [name, input[name]]));
    if (input.description === null) patch.description = "";
    if (input.content !== undefined) patch.content = normaliseMarkdown(input.content);
    if (input.trashed !== undefined) {
      patch.trashed = input.trashed;
      patch.archivedAt = input.trashed === true ? new Date().toISOString() : null;
    }
    check(site, { ...project, ...patch });
    return { ...done(site), project: applyToProject(site, project, patch, viewer) };
  },
  projectArchive({ site, viewer }: Context, { id, trash }: { id: string; trash?: boolean | null }) {
    return { ...done(site), entity: archiveProject(site, findProject(site, id), trash === true, viewer) };
  },
  projectDelete({ site, viewer }: Context, { id }: { id: string }) {
    return {
      ...done(site),
      entity: archiveProject(site, find(site, site.projects, id, "Project"), true, viewer),
    };
  },
  projectUnarchive({ site, viewer }: Context, { id }: { id: string }) {
    const patch = { archivedAt: null, trashed: null };
    return { ...done(site), entity: applyToProject(site, findProject(site, id), patch, viewer) };
  },
};
