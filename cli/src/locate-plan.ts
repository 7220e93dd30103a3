import { getPlan, listProjects } from "@groundplan/contract";
import { ApiError, type Client } from "../../client/src/index.ts";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";

/** A plan as every path of the API names it. */
export interface PlanParams {
  projectSlug: string;
  planShortId: string;
}

/**
 * Returns where a plan is: in the given project, else in the one that holds it. Handles are counted per workspace, so
 * at most one does.
 */
export async function locatePlan(
  client: Client,
  planShortId: string,
  project: string | undefined,
): Promise<PlanParams> {
  if (project) return { projectSlug: project, planShortId };
  for await (const { slug, id } of client.pages(listProjects, {}, "projects")) {
    const params = { projectSlug: slug ?? id, planShortId };
    try {
      await client.call(getPlan, { params });
      return params;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  throw new Failure(
    `No project that this key can read holds ${planShortId}. Check the handle, or whether the plan is shared with you.`,
    { exitCode: exitCodes.notFound },
  );
}
