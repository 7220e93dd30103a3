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
  type SourceLevel,
  updatePlanSource,
  updateProjectSource,
  updateSource,
  uploadPlanSources,
  uploadProjectSources,
  uploadSources,
} from "@groundplan/contract";
import type { Scope } from "../../planning/scope/scope.ts";

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

/** By scope; only the path parameters differ. */
const endpoints = { plan, project, workspace } as unknown as Record<Scope["kind"], ContextEndpoints>;

export const contextAt = ({ kind }: Scope): ContextEndpoints => endpoints[kind];

/** The endpoints to invalidate after a change of sources. */
export const sourceReads = [plan, project, workspace].flatMap(({ list, get }) => [list, get]);

/** A scope's own sources; the rest are inherited. */
export const sourceScopeOf: Record<Scope["kind"], SourceLevel> = {
  workspace: "TEAM",
  project: "PROJECT",
  plan: "PLAN",
};
