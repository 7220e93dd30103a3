import { type Fields, list, one, where } from "../graphql/fields.ts";
import type {
  Initiative,
  InitiativeToProject,
  Milestone,
  Project,
  ProjectRelation,
  ProjectStatus,
} from "../records.ts";

const project: Fields<Project> = {
  sortOrder: ({ sortOrder, place }) => sortOrder ?? -place,
  prioritySortOrder: ({ prioritySortOrder }) => prioritySortOrder ?? 0,
  status: one((site, { statusId }) => site.projectStatuses.get(statusId)),
  state: one((site, { statusId }) => site.projectStatuses.get(statusId)?.type),
  teams: list((site, { teamIds }) => where(site.teams, ({ id }) => teamIds.includes(id))),
  issues: list((site, { id }) => where(site.issues, ({ projectId }) => projectId === id)),
  projectMilestones: list((site, { id }) => where(site.milestones, ({ projectId }) => projectId === id)),
  relations: list((site, { id }) => where(site.projectRelations, ({ projectId }) => projectId === id)),
  inverseRelations: list((site, { id }) =>
    where(site.projectRelations, ({ relatedProjectId }) => relatedProjectId === id),
  ),
  initiativeToProjects: list((site, { id }) =>
    where(site.initiativeToProjects, ({ projectId }) => projectId === id),
  ),
  initiatives: list((site, source) => {
    const links = where(site.initiativeToProjects, ({ projectId }) => projectId === source.id);
    return where(site.initiatives, ({ id }) => links.some(({ initiativeId }) => initiativeId === id));
  }),
};

const projectStatus: Fields<ProjectStatus> = { indefinite: () => false };

const projectRelation: Fields<ProjectRelation> = {
  project: one((site, { projectId }) => site.projects.get(projectId)),
  relatedProject: one((site, { relatedProjectId }) => site.projects.get(relatedProjectId)),
  projectMilestone: one((site, { projectMilestoneId: id }) => site.milestones.get(id ?? "")),
  relatedProjectMilestone: one((site, { relatedProjectMilestoneId: id }) => site.milestones.get(id ?? "")),
};

const milestone: Fields<Milestone> = {
  project: one((site, { projectId }) => site.projects.get(projectId)),
  issues: list((site, { id }) => where(site.issues, (issue) => issue.projectMilestoneId === id)),
};

const initiative: Fields<Initiative> = {
  projects: list((site, source) => {
    const links = where(site.initiativeToProjects, ({ initiativeId }) => initiativeId === source.id);
    return where(site.projects, ({ id }) => links.some(({ projectId }) => projectId === id));
  }),
  url: ({ id }, _given, { site }) => `https://linear.app/${site.organization.urlKey}/initiative/${id}`,
};

const initiativeToProject: Fields<InitiativeToProject> = {
  initiative: one((site, { initiativeId }) => site.initiatives.get(initiativeId)),
  project: one((site, { projectId }) => site.projects.get(projectId)),
};

export const planFields = {
  Project: project,
  ProjectStatus: projectStatus,
  ProjectRelation: projectRelation,
  ProjectMilestone: milestone,
  Initiative: initiative,
  InitiativeToProject: initiativeToProject,
};
