import { getGraph } from "@groundplan/contract";
import { ApiError } from "../errors.ts";
import type { Caller } from "./caller.ts";
import { ToolError } from "./errors.ts";

export interface PlanPath {
  projectSlug: string;
  planShortId: string;
}

export interface SpecPath extends PlanPath {
  specShortId: string;
}

const listPlans = { tool: "find", arguments: { kind: "plan" } };

/** Finds a plan by its handle, which is unique in the workspace. `where` points at the argument. */
export async function locatePlan(caller: Caller, handle: string, where: string): Promise<PlanPath> {
  const planShortId = handle.trim().toUpperCase();
  if (!/^PLAN-\d{1,9}$/.test(planShortId))
    throw new ToolError(where, `${quoted(handle)} is no plan.`, "Send a handle such as PLAN-3.", listPlans);
  try {
    const { projectSlug } = await caller.findPlan(planShortId);
    return { projectSlug, planShortId };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new ToolError(where, `there is no ${planShortId}, or you can't read it.`, "", listPlans);
  }
}

/** Finds the plan of a spec by `PLAN-<n>/SPEC-<n>`; whether the plan has that spec, the operation tells. */
export async function locateSpec(caller: Caller, handle: string, where: string): Promise<SpecPath> {
  const [, plan = "", specShortId] = /^(PLAN-\d+)\/(SPEC-\d{1,9})$/.exec(handle.trim().toUpperCase()) ?? [];
  if (specShortId === undefined)
    throw new ToolError(
      where,
      `${quoted(handle)} is no spec.`,
      "Send the handles of its plan and its own, such as PLAN-3/SPEC-2.",
      /^PLAN-\d+$/i.test(handle.trim())
        ? { tool: "get_plan", arguments: { plan: handle.trim().toUpperCase() } }
        : { tool: "find", arguments: { kind: "spec" } },
    );
  return { ...(await locatePlan(caller, plan, where)), specShortId };
}

/** Runs an operation on a spec; if the plan has no such spec, the error names those that it has. */
export async function ofSpec<T>(
  caller: Caller,
  { projectSlug, planShortId, specShortId }: SpecPath,
  where: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const known = await specsOf(caller, { projectSlug, planShortId });
    throw new ToolError(where, `${planShortId} has no ${specShortId}. It has ${known}.`, "", {
      tool: "get_plan",
      arguments: { plan: planShortId },
    });
  }
}

/** Names the specs of a plan: `SPEC-1, SPEC-2`, or `SPEC-1 … SPEC-30`. */
export async function specsOf(caller: Caller, params: PlanPath): Promise<string> {
  const { nodes } = await caller.call(getGraph, { params });
  const own = nodes
    .filter((node) => node.planShortId === params.planShortId)
    .map((node) => Number(node.specShortId.slice("SPEC-".length)))
    .toSorted((a, b) => a - b)
    .map((number) => `SPEC-${number}`);
  if (own.length === 0) return "none yet";
  return own.length <= 6 ? own.join(", ") : `${own[0]} … ${own.at(-1)} (${own.length})`;
}

export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "not_found";

/** Returns a model's own words in quotes, cut. */
const quoted = (words: string) => JSON.stringify(words.slice(0, 80));
