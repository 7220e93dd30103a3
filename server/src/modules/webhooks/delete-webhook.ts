import { deleteWebhook } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { readableWebhook } from "./access.ts";

/** Deletes a webhook and its log: one's own, even as a viewer, or any as an owner. */
export const webhookDelete = write(deleteWebhook, async (tx, actor, { params }) => {
  const webhook = await readableWebhook(tx, actor, params.id);
  await tx
    .deleteFrom("webhooks")
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", webhook.id)
    .execute();
  await appendEvents(tx, actor, [
    { type: "webhook.deleted", subjectId: webhook.id, data: {}, audience: [webhook.user_id] },
  ]);
  return { deleted: true as const };
});
