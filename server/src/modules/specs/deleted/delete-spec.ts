import { deleteSpec } from "@groundplan/contract";
import { write } from "../../../dispatch/handlers.ts";
import { appendEvents } from "../../../events/append.ts";
import { requireRevision } from "../../../revisions/revisions.ts";
import { keepDependenciesOf } from "../../dependencies/deleted-dependencies.ts";
import { syncPlanStatus } from "../../plans/status.ts";
import { editableSpec } from "../access.ts";
import { specEvent } from "../events.ts";
import { addToSpecCount } from "../store.ts";
import { putToSleep } from "./asleep.ts";
import { keepChildren } from "./children.ts";
import { copyToDeleted, deleteSpecRow } from "./rows.ts";

/** Deletes a spec, which stays restorable for some days (docs/decisions/deleted-specs.md). */
export const specDelete = write(deleteSpec, async (tx, actor, { params, ifMatch }) => {
  const { plan, spec } = await editableSpec(tx, actor, params);
  requireRevision(spec.revision, ifMatch);
  await copyToDeleted(tx, spec, actor.userId);
  await keepChildren(tx, spec);
  await keepDependenciesOf(tx, actor.workspaceId, spec.id);
  await putToSleep(tx, spec);
  await deleteSpecRow(tx, spec);
  await addToSpecCount(tx, plan, -1);
  const statusEvents = await syncPlanStatus(tx, plan, []);
  await appendEvents(tx, actor, [specEvent("spec.deleted", plan, spec), ...statusEvents]);
  return { deleted: true as const };
});
