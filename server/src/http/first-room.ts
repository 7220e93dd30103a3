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

/** A read that a console page starts with. */
export interface FirstAsk {
  endpoint: Endpoint;
  params: Record<string, string>;
  query: Record<string, string>;
  /** True if the answer is usually too long to preload. */
  isLong?: true;
}

const ask = (endpoint: Endpoint, params: Record<string, string> = {}, query: Record<string, string> = {}) =>
  ({ endpoint, params, query }) satisfies FirstAsk;

const long = (one: FirstAsk): FirstAsk => ({ ...one, isLong: true });

/** The console's page size. */
const limit = "200";

/** A page reached by links with its first reads. The build has an entry for each. */
export interface FirstRoom {
  name: "home" | "plan" | "spec";
  asks: readonly FirstAsk[];
}

/** Returns the page at a path with the reads of its loaders and the shell, if it is a known one. */
export function firstRoom(path: string): FirstRoom | null {
  if (path === "/") {
    const asks = [
      ask(listProjects, {}, { limit }),
      ask(listNext, {}, { limit: "6" }),
      ask(listNotifications, {}, { limit: "5", unread: "true" }),
    ];
    return { name: "home", asks };
  }
  const found = /^\/projects\/([\w-]+)\/plans\/([\w-]+)(?:\/specs\/([\w-]+))?$/.exec(path);
  if (!found) return null;
  const [, projectSlug = "", planShortId = "", specShortId] = found;
  const project = { projectSlug };
  const plan = { projectSlug, planShortId };
  const spec = { ...plan, specShortId: specShortId ?? "" };
  const ofRoom =
    specShortId === undefined
      ? [long(ask(listSpecs, plan, { limit })), long(ask(getGraph, plan)), ask(getPushStatus, plan)]
      : [ask(getSpec, spec), ask(getSpecReadiness, spec)];
  const ofFrame = [ask(listProjects, {}, { limit }), ask(getProject, project), plansOf(projectSlug)];
  return {
    name: specShortId === undefined ? "plan" : "spec",
    asks: [ask(getPlan, plan), ...ofRoom, ...ofFrame],
  };
}

export const plansOf = (projectSlug: string): FirstAsk => ask(listPlans, { projectSlug }, { limit });

/** Returns a read's key: method and address as the console requests it. */
export function nameOf({ endpoint, params, query }: FirstAsk): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
  const search = new URLSearchParams(query).toString();
  return `GET ${search === "" ? path : `${path}?${search}`}`;
}
