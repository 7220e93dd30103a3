import { deletePrototype } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { requireRevision } from "../../revisions/revisions.ts";
import { readablePlan, requireEdit } from "../plans/access.ts";
import { aboutPlan } from "../plans/events.ts";
import { livePrototype } from "./access.ts";
import { forgetRows } from "./store.ts";

/** Deletes a prototype and its links. Unreferenced files are swept. */
export const prototypeDelete = write(deletePrototype, async (tx, actor, { params, ifMatch }) => {
  const plan = await readablePlan(tx, actor, params);
  const row = await livePrototype(tx, plan);
  requireEdit(plan);
  requireRevision(row.revision, ifMatch);
  await forgetRows(tx, "prototype_files", row);
  await forgetRows(tx, "prototype_shares", row);
  const timestamp = now();
  await tx
    .updateTable("prototypes")
    .set({ bytes: 0, updated_at: timestamp, deleted_at: timestamp })
    .where("workspace_id", "=", row.workspace_id)
    .where("plan_id", "=", row.plan_id)
    .execute();
  await appendEvents(tx, actor, [{ type: "prototype.deleted", ...aboutPlan(plan), data: {} }]);
  return { deleted: true as const };
});
