import {
  listAllPlans,
  listContext,
  listNext,
  listProjectContext,
  listProjectSkills,
  listProjects,
  listSkills,
  type PlanStatus,
} from "@groundplan/contract";
import type { Caller } from "../caller.ts";
import { ToolError } from "../errors.ts";
import { lineOfSpec } from "../render/spec.ts";
import { joined, oneLine } from "../render/words.ts";
import { type Asked, type Lines, ofPage } from "./asked.ts";
import { lineOfPlan } from "./line-of-plan.ts";

export async function projects(caller: Caller, _asked: Asked, cursor: string | undefined): Promise<Lines> {
  const { projects: found, nextCursor } = await caller.call(listProjects, {
    query: { limit: ofPage, cursor },
  });
  return { lines: found.map(({ slug, name }) => joined([`project ${slug}`, oneLine(name)])), nextCursor };
}

/** Lists plans of a status, or open ones. */
export async function plans(
  caller: Caller,
  { project, status }: Asked,
  cursor: string | undefined,
): Promise<Lines> {
  // Another status than that of a plan is refused by the operation.
  const which = status === undefined ? { open: "true" } : { status: status as PlanStatus };
  const query = Object.assign({ projectSlug: project, limit: ofPage, cursor }, which);
  const { plans: found, nextCursor } = await caller.call(listAllPlans, { query });
  return { lines: found.map(lineOfPlan), nextCursor };
}

/** Lists the specs that can be built now. */
export async function next(
  caller: Caller,
  { project, status }: Asked,
  cursor: string | undefined,
): Promise<Lines> {
  if (status !== undefined && status !== "TODO" && status !== "IN_PROGRESS")
    throw new ToolError("status", "specs without `q` are those that can be built now.", "", {
      tool: "find",
      arguments: { kind: "spec", status: "TODO" },
    });
  const query = { projectSlug: project, status, limit: ofPage, cursor };
  const { specs, nextCursor } = await caller.call(listNext, { query });
  return {
    lines: specs.map((spec) => lineOfSpec(`${spec.planShortId}/${spec.specShortId}`, spec)),
    nextCursor,
  };
}

export async function sources(
  caller: Caller,
  { project }: Asked,
  cursor: string | undefined,
): Promise<Lines> {
  const query = { limit: ofPage, cursor };
  const { sources: found, nextCursor } = await (project === undefined
    ? caller.call(listContext, { query })
    : caller.call(listProjectContext, { params: { projectSlug: project }, query }));
  return {
    lines: found.map(({ id, title, tokenCount }) =>
      joined([`source ${id}`, oneLine(title), `${tokenCount} tokens`]),
    ),
    nextCursor,
  };
}

export async function skills(caller: Caller, { project }: Asked, cursor: string | undefined): Promise<Lines> {
  const query = { limit: ofPage, cursor };
  const { skills: found, nextCursor } = await (project === undefined
    ? caller.call(listSkills, { query })
    : caller.call(listProjectSkills, { params: { projectSlug: project }, query }));
  return {
    lines: found.map(({ slug, description }) => joined([`skill ${slug}`, oneLine(description)])),
    nextCursor,
  };
}
