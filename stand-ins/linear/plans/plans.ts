import { badArgument, invalidInput } from "../graphql/errors.ts";
import { done, find, newId, onlyKnown } from "../issues/lookup.ts";
import { normaliseMarkdown } from "../issues/markdown.ts";
import { type Initiative, type ProjectRelation, stamp, touch } from "../records.ts";
import { type Context, type LinearSite, put } from "../site.ts";
import { findProject } from "./projects.ts";

type RelationInput = {
  id?: string | null;
  projectId: string;
  relatedProjectId: string;
  type: string;
  anchorType: string;
  relatedAnchorType: string;
  projectMilestoneId?: string | null;
  relatedProjectMilestoneId?: string | null;
};
type MilestoneInput = {
  id?: string;
  projectId: string;
  name: string;
  description?: string;
  sortOrder?: number;
};
type InitiativeInput = {
  id?: string;
  name?: string;
  description?: string;
  content?: string;
  status?: string;
};

// The schema has plain strings and lists only "blocks" and the milestone; the rest is used by Linear's own
// timeline.
const relationTypes = ["dependency", "blocks", "related"];
const anchorTypes = ["project", "start", "end", "milestone"];

function checkAnchor(
  site: LinearSite,
  projectId: string,
  type: string,
  milestoneId: string | null | undefined,
): void {
  if (!anchorTypes.includes(type)) throw badArgument(`anchorType must be one of ${anchorTypes.join(", ")}`);
  if ((type === "milestone") !== (milestoneId !== null && milestoneId !== undefined))
    throw invalidInput("A milestone is given exactly with the anchor type milestone");
  if (milestoneId && find(site, site.milestones, milestoneId, "ProjectMilestone").projectId !== projectId)
    throw invalidInput("The milestone is not one of the project");
}

const initiativeFields = [
  "name",
  "description",
  "content",
  "status",
  "color",
  "icon",
  "sortOrder",
  "targetDate",
];

export const planMutations = {
  projectRelationCreate({ site }: Context, { input }: { input: RelationInput }) {
    const { id, existing } = newId(site, site.projectRelations, input.id);
    if (existing !== undefined) return { ...done(site), projectRelation: existing };
    const project = find(site, site.projects, input.projectId, "Project");
    const related = find(site, site.projects, input.relatedProjectId, "Project");
    if (project === related) throw invalidInput("A project cannot be related to itself");
    if (!relationTypes.includes(input.type))
      throw badArgument(`type must be one of ${relationTypes.join(", ")}`);
    checkAnchor(site, project.id, input.anchorType, input.projectMilestoneId);
    checkAnchor(site, related.id, input.relatedAnchorType, input.relatedProjectMilestoneId);
    const same = [...site.projectRelations.values()].find(
      (one) => one.projectId === project.id && one.relatedProjectId === related.id && one.type === input.type,
    );
    if (same !== undefined && site.unknowns.sameRelation === "refuse")
      throw invalidInput("These projects are related already");
    if (same !== undefined) return { ...done(site), projectRelation: same };
    const relation: ProjectRelation = {
      ...stamp("ProjectRelation", id),
      projectId: project.id,
      relatedProjectId: related.id,
      type: input.type,
      anchorType: input.anchorType,
      relatedAnchorType: input.relatedAnchorType,
      projectMilestoneId: input.projectMilestoneId ?? null,
      relatedProjectMilestoneId: input.relatedProjectMilestoneId ?? null,
    };
    return { ...done(site), projectRelation: put(site, site.projectRelations, relation) };
  },
  projectRelationDelete({ site }: Context, { id }: { id: string }) {
    site.projectRelations.delete(find(site, site.projectRelations, id, "ProjectRelation").id);
    return { ...done(site), entityId: id };
  },
  projectMilestoneCreate({ site }: Context, { input }: { input: MilestoneInput }) {
    onlyKnown("ProjectMilestoneCreateInput", input, ["id", "projectId", "name", "description", "sortOrder"]);
    const { id, existing } = newId(site, site.milestones, input.id);
    if (existing !== undefined) return { ...done(site), projectMilestone: existing };
    if (input.name.trim() === "") throw badArgument("name should not be empty");
    const milestone = {
      ...stamp("ProjectMilestone", id),
      projectId: findProject(site, input.projectId).id,
      name: input.name,
      description: normaliseMarkdown(input.description),
      sortOrder: input.sortOrder ?? site.milestones.size,
      targetDate: null,
    };
    return { ...done(site), projectMilestone: put(site, site.milestones, milestone) };
  },
  initiativeCreate({ site }: Context, { input }: { input: InitiativeInput }) {
    onlyKnown("InitiativeCreateInput", input, ["id", ...initiativeFields]);
    const { id, existing } = newId(site, site.initiatives, input.id);
    if (existing !== undefined) return { ...done(site), initiative: existing };
    if (!input.name?.trim()) throw badArgument("name should not be empty");
    const initiative: Initiative = {
      ...stamp("Initiative", id),
      ...input,
      id,
      name: input.name,
      description: input.description ?? null,
      content: normaliseMarkdown(input.content),
      status: input.status ?? "Planned",
      trashed: null,
    };
    return { ...done(site), initiative: put(site, site.initiatives, initiative) };
  },
  initiativeUpdate({ site }: Context, { id, input }: { id: string; input: InitiativeInput }) {
    onlyKnown("InitiativeUpdateInput", input, initiativeFields);
    const initiative = find(site, site.initiatives, id, "Initiative");
    const content = input.content === undefined ? {} : { content: normaliseMarkdown(input.content) };
    Object.assign(initiative, input, content);
    touch(initiative);
    return { ...done(site), initiative };
  },
  initiativeArchive({ site }: Context, { id }: { id: string }) {
    const initiative = find(site, site.initiatives, id, "Initiative");
    initiative.archivedAt = new Date().toISOString();
    return { ...done(site), entity: initiative };
  },
  initiativeDelete({ site }: Context, { id }: { id: string }) {
    const initiative = find(site, site.initiatives, id, "Initiative");
    Object.assign(initiative, { archivedAt: new Date().toISOString(), trashed: true });
    return { ...done(site), entityId: id };
  },
  initiativeToProjectCreate(
    { site }: Context,
    { input }: { input: { id?: string; initiativeId: string; projectId: string; sortOrder?: number } },
  ) {
    const { id, existing } = newId(site, site.initiativeToProjects, input.id);
    if (existing !== undefined) return { ...done(site), initiativeToProject: existing };
    const link = {
      ...stamp("InitiativeToProject", id),
      initiativeId: find(site, site.initiatives, input.initiativeId, "Initiative").id,
      projectId: find(site, site.projects, input.projectId, "Project").id,
      sortOrder: String(input.sortOrder ?? 0),
    };
    const linked = [...site.initiativeToProjects.values()];
    if (linked.some((one) => one.initiativeId === link.initiativeId && one.projectId === link.projectId))
      throw invalidInput("The project is in the initiative already");
    return { ...done(site), initiativeToProject: put(site, site.initiativeToProjects, link) };
  },
  initiativeToProjectDelete({ site }: Context, { id }: { id: string }) {
    site.initiativeToProjects.delete(find(site, site.initiativeToProjects, id, "InitiativeToProject").id);
    return { ...done(site), entityId: id };
  },
};
