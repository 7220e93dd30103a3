import { getGraph, listSpecs } from "@groundplan/contract";
import {
  allProjects,
  type FirstRead,
  nextUp,
  planReads,
  plansOf,
  projectOf,
  specReads,
  unreadItems,
} from "@groundplan/contract/first-reads";

/** A page reached by links with its first reads. The build has an entry for each. */
export interface FirstPage {
  name: "home" | "plan" | "spec";
  reads: readonly FirstRead[];
}

/** Returns the page at a path with the reads of its loader and the shell, if it is a known one. */
export function firstPage(path: string): FirstPage | null {
  if (path === "/") return { name: "home", reads: [allProjects, nextUp, unreadItems] };
  const found = /^\/projects\/([\w-]+)\/plans\/([\w-]+)(?:\/specs\/([\w-]+))?$/.exec(path);
  if (!found) return null;
  const [, projectSlug = "", planShortId = "", specShortId] = found;
  const plan = { projectSlug, planShortId };
  const ofShell = [allProjects, projectOf(projectSlug), plansOf(projectSlug)];
  return specShortId === undefined
    ? { name: "plan", reads: [...planReads(plan), ...ofShell] }
    : { name: "spec", reads: [...specReads({ ...plan, specShortId }), ...ofShell] };
}

/** Tests whether an answer is usually too long to preload. */
export const isLong = ([{ id }]: FirstRead): boolean => id === listSpecs.id || id === getGraph.id;

/** Returns the request; lists are read in the console's page size. */
export const requestOf = ([, { params = {}, query = {} }, list]: FirstRead) => ({
  params,
  query: list === undefined ? query : { limit: "200", ...query },
});

/** Returns a read's key: method and address as the console requests it. */
export function nameOf(read: FirstRead): string {
  const { params, query } = requestOf(read);
  const path = read[0].path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
  const search = new URLSearchParams(query).toString();
  return `GET ${search === "" ? path : `${path}?${search}`}`;
}
