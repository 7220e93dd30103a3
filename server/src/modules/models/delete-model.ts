import { deleteModel } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { writableModel } from "./access.ts";
import { appendModelEvent } from "./append-event.ts";

/** Deletes a model with its key; what it was used for stays. */
export const modelDelete = write(deleteModel, async (tx, actor, { params }) => {
  const model = await writableModel(tx, actor, params.modelId);
  await tx
    .deleteFrom("models")
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", model.id)
    .execute();
  await appendModelEvent(tx, actor, model, "deleted");
  return { deleted: true as const };
});
