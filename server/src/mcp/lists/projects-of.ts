import { listProjects } from "@groundplan/contract";
import type { Caller } from "../caller.ts";

/** Returns all projects that have an address. */
export async function projectsOf(caller: Caller): Promise<{ slug: string; name: string }[]> {
  const { projects } = await caller.call(listProjects, {});
  return projects.flatMap(({ slug, name }) => (slug === null ? [] : [{ slug, name }]));
}
