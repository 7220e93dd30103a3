import {
  type Endpoint,
  getGraph,
  getPlan,
  getProject,
  getPushStatus,
  getSpec,
  getSpecReadiness,
  listNext,
  listNotifications,
  listPlans,
  listProjects,
  listSpecs,
} from "@groundplan/contract";

/*
 * The reads that the console's first pages begin with. The service embeds their answers, and the console
 * makes the same requests.
 */

type Strings = Readonly<Record<string, string>>;

/** The arguments of the console's `read`, or with a list's key those of `readAll`. */
export type FirstRead = readonly [
  endpoint: Endpoint,
  request: { readonly params?: Strings; readonly query?: Strings },
  list?: string,
  most?: number,
];

type InPlan = Readonly<Record<"projectSlug" | "planShortId", string>>;
type InSpec = InPlan & Readonly<Record<"specShortId", string>>;

export const allProjects = [listProjects, {}, "projects"] as const;
export const nextUp = [listNext, { query: { limit: "6" } }, "specs", 6] as const;
export const unreadItems = [
  listNotifications,
  { query: { unread: "true", limit: "5" } },
  "items",
  5,
] as const;

export const projectOf = (projectSlug: string) => [getProject, { params: { projectSlug } }] as const;
export const plansOf = (projectSlug: string) => [listPlans, { params: { projectSlug } }, "plans"] as const;

export const planReads = (params: InPlan): readonly FirstRead[] => [
  [getPlan, { params }],
  [listSpecs, { params }, "specs"],
  [getGraph, { params }],
  [getPushStatus, { params }],
];

export const specReads = (params: InSpec): readonly FirstRead[] => [
  [getPlan, { params: { projectSlug: params.projectSlug, planShortId: params.planShortId } }],
  [getSpec, { params }],
  [getSpecReadiness, { params }],
];
