import { deleteModel } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import type { Tx } from "../../storage/dialect.ts";
import { deletableModel } from "./access.ts";
import { appendModelEvent } from "./append-event.ts";

/** Deletes a model with its key; what it was used for stays. */
export const modelDelete = write(deleteModel, async (tx, actor, { params }) => {
  const model = await deletableModel(tx, actor, params.modelId);
  await tx
    .deleteFrom("models")
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", model.id)
    .execute();
  await appendModelEvent(tx, actor, model, "deleted");
  return { deleted: true as const };
});

/** Deletes a leaving member's own models with their keys. */
export async function deleteModelsOf(tx: Tx, workspaceId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom("models")
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .execute();
}
