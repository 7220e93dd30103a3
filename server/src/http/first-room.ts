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

/** A read of the API that a room of the console begins with. */
export interface FirstAsk {
  endpoint: Endpoint;
  params: Record<string, string>;
  query: Record<string, string>;
  /** True where the answer is mostly too long to come with the page. */
  isLong?: true;
}

const ask = (endpoint: Endpoint, params: Record<string, string> = {}, query: Record<string, string> = {}) =>
  ({ endpoint, params, query }) satisfies FirstAsk;

const long = (one: FirstAsk): FirstAsk => ({ ...one, isLong: true });

/** The console reads lists in pages of this size. */
const limit = "200";

/** A room that links lead to, with what it asks of the API first. The build has a page for each of them. */
export interface FirstRoom {
  name: "home" | "plan" | "spec";
  asks: readonly FirstAsk[];
}

/** Returns the room at a path, which asks what its loaders and the frame do; null where it is none of these. */
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

/** Returns the read of a project's plans. */
export const plansOf = (projectSlug: string): FirstAsk => ask(listPlans, { projectSlug }, { limit });

/** Returns the name of a read: its method and the address by which the console asks it. */
export function nameOf({ endpoint, params, query }: FirstAsk): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
  const search = new URLSearchParams(query).toString();
  return `GET ${search === "" ? path : `${path}?${search}`}`;
}
