import { getPlan, listProjects } from "@groundplan/contract";
import { ApiError, type Client } from "../../../client/src/index.ts";
import { Failure } from "../failure.ts";

/** Returns the slug of the project that holds a plan. Handles are counted per workspace, so at most one does. */
export async function findProject(client: Client, planShortId: string): Promise<string> {
  for await (const { slug, id } of client.pages(listProjects, {}, "projects")) {
    const projectSlug = slug ?? id;
    try {
      await client.call(getPlan, { params: { projectSlug, planShortId } });
      return projectSlug;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  throw new Failure(
    `No project that this key can read holds ${planShortId}. Check the handle, or whether the plan is shared with you.`,
  );
}
