import { findPlan } from "@groundplan/contract";
import { ApiError, type Client } from "../../client/src/index.ts";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";

/** Path parameters of a plan. */
export interface PlanParams {
  projectSlug: string;
  planShortId: string;
}

/** Finds a plan in the given project, otherwise in any. Handles are unique per workspace. */
export async function locatePlan(
  client: Client,
  planShortId: string,
  project: string | undefined,
): Promise<PlanParams> {
  if (project) return { projectSlug: project, planShortId };
  try {
    const { projectSlug } = await client.call(findPlan, { params: { planShortId } });
    return { projectSlug, planShortId };
  } catch (cause) {
    if (!(cause instanceof ApiError && cause.status === 404)) throw cause;
    throw new Failure(
      `No project that this key can read holds ${planShortId}. Check the handle, or whether the plan is shared with you.`,
      { exitCode: exitCodes.notFound },
    );
  }
}
