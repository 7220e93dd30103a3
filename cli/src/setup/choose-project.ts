import { createProject, listProjects } from "@groundplan/contract";
import type { Client } from "../../../client/src/index.ts";
import { ask, canAsk } from "../confirm.ts";

interface Chosen {
  slug: string;
  isNew: boolean;
}

/**
 * Returns the project asked for, otherwise the folder's own, otherwise one that is called like the folder. Creates it
 * if it doesn't exist.
 */
export async function chooseProject(
  client: Client,
  asked: string | undefined,
  own: string | undefined,
  folder: string,
): Promise<Chosen> {
  const projects = await Array.fromAsync(client.pages(listProjects, {}, "projects"));
  const find = (wanted: string | undefined) =>
    projects.find(({ slug, name }) => slug === wanted || name.toLowerCase() === wanted?.toLowerCase());
  const known = asked === undefined ? (find(own) ?? find(slugLike(folder)) ?? find(folder)) : find(asked);
  if (known) return { slug: known.slug ?? known.id, isNew: false };
  const usual = asked ?? own ?? (folder || "Plans");
  const name = asked === undefined && canAsk() ? await ask("The project for this folder:", usual) : usual;
  const chosen = find(name);
  if (chosen) return { slug: chosen.slug ?? chosen.id, isNew: false };
  const { project } = await client.call(createProject, {
    body: { name, ...(asked === undefined ? {} : { slug: asked }) },
  });
  return { slug: project.slug ?? project.id, isNew: true };
}

/** Returns the slug that the service derives from a name of Latin letters. */
const slugLike = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
