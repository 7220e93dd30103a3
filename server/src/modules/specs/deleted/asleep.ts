import { forgetAnchors } from "../../../anchors/anchor-rows.ts";
import { resumeSearch } from "../../../anchors/move-anchors.ts";
import { forgetThreadsOf, placeThreads } from "../../../anchors/threads.ts";
import { forgetDocument } from "../../../full-text/index-document.ts";
import { locationAsleep } from "../../../inbox-items/add-items.ts";
import { moveItems } from "../../../inbox-items/move-items.ts";
import { forgetSubscriptions } from "../../../inbox-items/subscribers.ts";
import { forgetRevisions } from "../../../revisions/revisions.ts";
import { type Tx, tableOf } from "../../../storage/dialect.ts";
import type { PlanRow } from "../../plans/access.ts";
import type { SpecRow } from "../access.ts";
import { forgetImported } from "../forget-imported.ts";
import { indexSpec } from "../index-spec.ts";

type SpecKey = Pick<SpecRow, "workspace_id" | "id">;

/**
 * Hides a spec's index entry, threads and inbox items by moving them to an unreadable plan with the spec's
 * own id.
 */
export async function putToSleep(tx: Tx, { workspace_id, id }: SpecKey): Promise<void> {
  await forgetDocument(tx, workspace_id, "spec", id);
  await placeThreads(tx, workspace_id, id, id);
  await moveItems(tx, workspace_id, { documents: [id] }, locationAsleep(id));
}

/** Reverts `putToSleep`. */
export async function wake(tx: Tx, spec: SpecRow, plan: PlanRow): Promise<void> {
  const { workspace_id: workspaceId, id } = spec;
  await indexSpec(tx, spec);
  await placeThreads(tx, workspaceId, id, plan.id);
  const location = { root_id: plan.root_plan_id, plan_id: plan.id };
  await moveItems(tx, workspaceId, { documents: [id] }, location);
  await resumeSearch(tx, { workspaceId, documentId: id });
}

/** Deletes a deleted spec's threads, anchors and other satellite rows for good. */
export async function forgetSleeping(tx: Tx, { workspace_id, id }: SpecKey): Promise<void> {
  await forgetThreadsOf(tx, workspace_id, id);
  await forgetAnchors(tx, workspace_id, [id]);
  await forgetRevisions(tx, workspace_id, tableOf(tx, [id]));
  await forgetImported(tx, workspace_id, tableOf(tx, [id]));
  await forgetSubscriptions(tx, workspace_id, tableOf(tx, [id]));
}
