import { listPlans } from "@groundplan/contract";
import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { Caller } from "./caller.ts";
import { ToolError } from "./errors.ts";
import { projectsOf } from "./lists/projects-of.ts";
import { oneLine } from "./render/words.ts";
import { getPlan } from "./tools/get-plan.ts";
import { getSpecs } from "./tools/get-specs.ts";
import { budgets } from "./tools/tool.ts";

const mimeType = "text/markdown";

export const resourceTemplates = [
  {
    uriTemplate: "groundplan://{plan}",
    name: "plan",
    description: "A plan, such as groundplan://PLAN-3",
    mimeType,
  },
  {
    uriTemplate: "groundplan://{plan}/{spec}",
    name: "spec",
    description: "A whole spec, such as groundplan://PLAN-3/SPEC-2",
    mimeType,
  },
];

interface PlanResource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

/** Plans of a page at least, unless it is the last. */
const ofPage = 50;

/** Lists open plans, project by project; the cursor names the project to go on with and the page in it. */
export async function listResources(caller: Caller, cursor: string | undefined) {
  const projects = await projectsOf(caller);
  const at = cursor?.indexOf("/") ?? -1;
  const [slug, from] =
    cursor === undefined ? [projects[0]?.slug] : [cursor.slice(0, at), cursor.slice(at + 1)];
  let index = projects.findIndex((project) => project.slug === slug);
  let page = from === "" ? undefined : from;
  const resources: PlanResource[] = [];
  for (let project = projects[index]; project; project = projects[index]) {
    if (resources.length >= ofPage) return { resources, nextCursor: `${project.slug}/${page ?? ""}` };
    const { plans, nextCursor } = await caller.call(listPlans, {
      params: { projectSlug: project.slug },
      query: { limit: String(ofPage), cursor: page },
    });
    for (const { shortId, name, status } of plans)
      if (status !== "DONE")
        resources.push({
          uri: `groundplan://${shortId}`,
          name: shortId,
          title: oneLine(name),
          description: `${status}, project ${project.slug}`,
          mimeType,
        });
    if (nextCursor === undefined) index++;
    page = nextCursor;
  }
  return { resources };
}

/** Reads a plan or spec as the tools answer it with the largest budget. */
export async function readResource(caller: Caller, uri: string) {
  const [, plan, spec] = /^groundplan:\/\/(PLAN-\d{1,9})(?:\/(SPEC-\d{1,9}))?\/?$/i.exec(uri) ?? [];
  if (plan === undefined) throw new ResourceNotFoundError(uri);
  try {
    const text =
      spec === undefined
        ? await getPlan.run(caller, { plan }, budgets.most)
        : await getSpecs.run(caller, { specs: [`${plan}/${spec}`] }, budgets.most);
    return { contents: [{ uri, mimeType, text }] };
  } catch (error) {
    if (error instanceof ToolError) throw new ResourceNotFoundError(uri, error.message);
    throw error;
  }
}
