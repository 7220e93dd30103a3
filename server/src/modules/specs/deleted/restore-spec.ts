import { restoreSpec } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { post } from "../../../dispatch/handlers.ts";
import { notFound } from "../../../errors.ts";
import { appendEvents } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import { requireRevision } from "../../../revisions/revisions.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { type Dropped, restoreDependenciesOf } from "../../dependencies/restore-dependencies.ts";
import { handleNumber } from "../../handles.ts";
import { type PlanRow, readablePlan, requireEdit } from "../../plans/access.ts";
import { enqueueRestored } from "../../plans/archive/restored.ts";
import { syncPlanStatus } from "../../plans/status.ts";
import { type SpecRow, specOfNumber } from "../access.ts";
import { textColumns } from "../derived-columns.ts";
import { specEvent } from "../events.ts";
import { disclosesSpec, presentSpec, type SpecWithoutCriteria, withCriteria } from "../present.ts";
import { addToSpecCount, freePosition, insertSpecRows } from "../store.ts";
import { unassignedEvent } from "../unassign.ts";
import { wake } from "./asleep.ts";
import { restoredParent, takeChildren } from "./children.ts";
import { type DeletedRow, deletedOfNumber, dropDeleted } from "./rows.ts";

interface Restored {
  spec: SpecWithoutCriteria;
  dropped: Dropped[];
}

/** Restores a deleted spec with everything it had; no-op for others. */
export const specRestore = post<typeof restoreSpec, Restored>(
  restoreSpec,
  disclosesSpec,
  async (tx, actor, { params, ifMatch }) => {
    const readable = await readablePlan(tx, actor, params);
    const number = handleNumber("SPEC", params.specShortId) ?? 0;
    const present = await specOfNumber(tx, readable, number);
    const deleted = present ? undefined : await deletedOfNumber(tx, readable, number);
    const found = present ?? deleted;
    if (!found) throw notFound("spec in this plan, nor a deleted one that can still be restored");
    const plan = requireEdit(readable);
    requireRevision(found.revision, ifMatch);
    if (!deleted) return { spec: await presentSpec(tx, found), dropped: [] };
    return restore(tx, actor, plan, deleted);
  },
  {
    complete: async ({ spec, dropped }, { db, actor }) => ({
      spec: await withCriteria(db, actor, spec),
      dropped,
    }),
  },
);

async function restore(tx: Tx, actor: Actor, plan: PlanRow, deleted: DeletedRow): Promise<Restored> {
  const { deleted_at, deleted_by: _by, ...row } = deleted;
  const left = await assigneeWhoLeft(tx, row, deleted_at);
  const spec: SpecRow = {
    ...row,
    ...textColumns(row), // The rubric may have changed since.
    assignee_user_id: left ? null : row.assignee_user_id,
    parent_spec_id: await restoredParent(tx, deleted),
    position: await freePosition(tx, plan, row.position),
    updated_at: now(),
  };
  await insertSpecRows(tx, [spec]);
  await takeChildren(tx, spec);
  await dropDeleted(tx, spec);
  await wake(tx, spec, plan);
  const dropped = await restoreDependenciesOf(tx, actor, spec);
  await addToSpecCount(tx, plan, 1);
  await enqueueRestored(tx, actor.workspaceId, [spec.id]);
  const statusEvents = await syncPlanStatus(tx, plan, [spec]);
  await appendEvents(tx, actor, [
    specEvent("spec.restored", plan, spec),
    ...(left ? [unassignedEvent(plan, spec, left)] : []),
    ...statusEvents,
  ]);
  return { spec: await presentSpec(tx, spec), dropped };
}

/** Returns a deleted spec's assignee if they left the workspace since, even if they are back. */
async function assigneeWhoLeft(
  tx: Tx,
  { workspace_id, assignee_user_id: userId }: Pick<SpecRow, "workspace_id" | "assignee_user_id">,
  since: string,
): Promise<string | null> {
  if (userId === null) return null;
  const member = await tx
    .selectFrom("memberships")
    .select("joined_at")
    .where("workspace_id", "=", workspace_id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return member && member.joined_at <= since ? null : userId;
}
