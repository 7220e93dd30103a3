import { type EventType, updateWebhook, type Webhook } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action } from "../../dispatch/handlers.ts";
import { invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { lastEvent } from "../../events/last-event.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { requireCallable } from "../require-callable.ts";
import { ownWebhook } from "./access.ts";
import { deliveryLoopOf } from "./delivery/delivery-loop.ts";
import { dropPending } from "./delivery/drop-pending.ts";
import { presentWebhook, rowOfEvents } from "./present.ts";
import { newSecret } from "./secrets.ts";
import { changeWebhook, lockWebhook, type ShownWebhook } from "./store.ts";

/** Changes a webhook. An action for the same reasons as creating one. */
export const webhookUpdate = action(updateWebhook, async (context: Context, actor, { params, body }) => {
  const { rotateSecret, ...changes } = body;
  const ends = isSwitchedOff(body);
  await ownWebhook(context.db, actor, params.id, ends);
  if (changes.url !== undefined) await requireCallable(context, "/url", changes.url);
  const key = { workspaceId: actor.workspaceId, webhookId: params.id };
  for (;;) {
    const { sealed_secrets: sealedBefore, format } = await ownWebhook(context.db, actor, params.id, ends);
    if (rotateSecret && format === "slack")
      throw invalid("/rotateSecret", "can't be true: a webhook with `format: slack` has no secret");
    const fresh = rotateSecret ? await newSecret(context, key, sealedBefore) : null;
    const input: Changes = {
      actor,
      webhookId: params.id,
      ...changes,
      ends,
      sealed: fresh?.sealed,
      sealedBefore,
    };
    const webhook = await context.writer.run(changeOwnWebhook, input);
    if (webhook === "rotated meanwhile") continue;
    deliveryLoopOf(context).wake();
    return { body: fresh ? { webhook, secret: fresh.secret } : { webhook } };
  }
});

const isSwitchedOff = ({ enabled, ...others }: object & { enabled?: boolean | undefined }): boolean =>
  enabled === false && Object.values(others).every((value) => value === undefined);

interface Changes {
  actor: Actor;
  webhookId: string;
  /** True if the change only pauses the webhook. */
  ends: boolean;
  url?: string | undefined;
  events?: EventType[] | undefined;
  enabled?: boolean | undefined;
  sealed: string | undefined;
  /** The secrets from which `sealed` was made. */
  sealedBefore: string | null;
}

export const changeOwnWebhook = command(
  "webhooks.change",
  ({ actor }: Changes) => actor.workspaceId,
  async (tx: Tx, { actor: before, ...given }: Changes): Promise<Webhook | "rotated meanwhile"> => {
    const actor = await reloadActor(tx, before);
    const key = { workspaceId: actor.workspaceId, webhookId: given.webhookId };
    await lockWebhook(tx, key);
    const webhook = await ownWebhook(tx, actor, given.webhookId, given.ends);
    if (given.sealed !== undefined && webhook.sealed_secrets !== given.sealedBefore)
      return "rotated meanwhile";
    const { row, changed } = changesOf(webhook, given);
    if (changed.length === 0) return presentWebhook(webhook);
    await appendEvents(tx, actor, [
      { type: "webhook.updated", subjectId: webhook.id, data: { changed }, audience: [webhook.user_id] },
    ]);
    const isSwitched = changed.includes("enabled");
    if (isSwitched) await dropPending(tx, key);
    const begins =
      isSwitched && row.enabled === 1 ? { failures: 0, cursor: await lastEvent(tx, key.workspaceId) } : {};
    await changeWebhook(tx, key)
      .set({ ...row, ...begins })
      .execute();
    return presentWebhook({ ...webhook, ...row });
  },
);

/** Returns changed columns and API field names. */
function changesOf(
  webhook: ShownWebhook,
  { url, events, enabled, sealed }: Changes | Omit<Changes, "actor">,
) {
  const secrets = sealed ?? webhook.sealed_secrets;
  if (enabled && secrets === null && webhook.format === "standard")
    throw invalid("/rotateSecret", "must be true: the webhook has lost its secret, and needs another one");
  const list = events === undefined ? webhook.events : rowOfEvents(events);
  const row = {
    ...(url !== undefined && url !== webhook.url ? { url } : {}),
    ...(list !== webhook.events ? { events: list } : {}),
    ...(enabled !== undefined && Number(enabled) !== webhook.enabled
      ? { enabled: Number(enabled), disabled_reason: null }
      : {}),
    ...(sealed === undefined ? {} : { sealed_secrets: sealed }),
  };
  const names = { url: "url", events: "events", enabled: "enabled", sealed_secrets: "secret" };
  const changed = Object.entries(names).flatMap(([column, name]) => (column in row ? [name] : []));
  return { row, changed };
}
