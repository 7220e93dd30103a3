import { restoreProject } from "@groundplan/contract";
import { disclosesNothing, post } from "../../../dispatch/handlers.ts";
import { appendEvents } from "../../../events/append.ts";
import { expectOne } from "../../../storage/expect-one.ts";
import { restorableProject } from "../../projects/access.ts";
import { presentProjects } from "../../projects/present.ts";
import { takeLeftPlans } from "./leave-plans.ts";
import { enqueueRestoredPlans } from "./restored.ts";

/**
 * Restores a deleted project with the plans archived along with it; no-op otherwise. Enqueues rereading its
 * issues from the trackers.
 */
export const projectRestore = post(restoreProject, disclosesNothing, async (tx, actor, { params }) => {
  const before = await restorableProject(tx, actor, params.projectSlug);
  const { workspace_id, id } = before;
  const project = { ...before, archived_at: null };
  if (before.archived_at !== null) {
    await tx
      .updateTable("projects")
      .set({ archived_at: null })
      .where("workspace_id", "=", workspace_id)
      .where("id", "=", id)
      .execute();
    const plans = await tx
      .updateTable("plans")
      .set({ archived_at: null, archived_with: null })
      .where("workspace_id", "=", workspace_id)
      .where("project_id", "=", id)
      .where("archived_with", "=", id)
      .returning("id")
      .execute();
    await enqueueRestoredPlans(
      tx,
      workspace_id,
      plans.map((plan) => plan.id),
    );
    await appendEvents(tx, actor, [{ type: "project.restored", subjectId: id, projectId: id, data: {} }]);
    await takeLeftPlans(tx, actor, id);
  }
  return { project: expectOne(await presentProjects(tx, workspace_id, [project])) };
});
