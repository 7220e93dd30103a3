import {
  createPlanSource,
  createPlanSourceFromUrl,
  createProjectSource,
  createProjectSourceFromUrl,
  createSource,
  createSourceFromUrl,
  deletePlanSource,
  deleteProjectSource,
  deleteSource,
  getPlanSource,
  getPlanSourceFile,
  getProjectSource,
  getProjectSourceFile,
  getSource,
  getSourceFile,
  listContext,
  listPlanContext,
  listProjectContext,
  refreshPlanSource,
  refreshProjectSource,
  refreshSource,
  type SourceScope,
  updatePlanSource,
  updateProjectSource,
  updateSource,
  uploadPlanSources,
  uploadProjectSources,
  uploadSources,
} from "@groundplan/contract";
import type { Place } from "../places/place.ts";

const plan = {
  list: listPlanContext,
  get: getPlanSource,
  create: createPlanSource,
  createFromUrl: createPlanSourceFromUrl,
  refresh: refreshPlanSource,
  upload: uploadPlanSources,
  file: getPlanSourceFile,
  update: updatePlanSource,
  remove: deletePlanSource,
};

const project = {
  list: listProjectContext,
  get: getProjectSource,
  create: createProjectSource,
  createFromUrl: createProjectSourceFromUrl,
  refresh: refreshProjectSource,
  upload: uploadProjectSources,
  file: getProjectSourceFile,
  update: updateProjectSource,
  remove: deleteProjectSource,
};

const workspace = {
  list: listContext,
  get: getSource,
  create: createSource,
  createFromUrl: createSourceFromUrl,
  refresh: refreshSource,
  upload: uploadSources,
  file: getSourceFile,
  update: updateSource,
  remove: deleteSource,
};

type ContextEndpoints = typeof plan;

/** The endpoints of each place. They take and answer the same, but for the parameters of their addresses. */
const endpoints = { plan, project, workspace } as unknown as Record<Place["kind"], ContextEndpoints>;

/** Returns the endpoints of the context of a place. */
export const contextAt = ({ kind }: Place): ContextEndpoints => endpoints[kind];

/** Everything that shows sources. */
export const showsSources = [plan, project, workspace].flatMap(({ list, get }) => [list, get]);

/** The scope of the sources that belong to a place; others are inherited. */
export const scopeOf: Record<Place["kind"], SourceScope> = {
  workspace: "TEAM",
  project: "PROJECT",
  plan: "PLAN",
};
