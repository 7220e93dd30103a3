import { createWebhook, type EventType, type Webhook, type WebhookFormat } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import type { ActionClaim } from "../../dispatch/idempotency/commands.ts";
import { keepCreated } from "../../dispatch/idempotency/keep-created.ts";
import { ApiError, ofField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { lastEvent } from "../../events/last-event.ts";
import { newId, now } from "../../ids.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { appOf } from "../identity/app-of.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { readableProject, requireMember } from "../projects/access.ts";
import { requireCallable } from "../require-callable.ts";
import { deliveryLoopOf } from "./delivery/delivery-loop.ts";
import { presentWebhook, rowOfEvents } from "./present.ts";
import { newSecret } from "./secrets.ts";
import { countWebhooks } from "./store.ts";

const mostOfPerson = 100;
const mostOfWorkspace = 500;

/** Creates a webhook. An action, since only the main thread can seal its secret and resolve its address. */
export const webhookCreate = action(
  createWebhook,
  async (context: Context, actor, { body }, { claim }) => {
    await projectOf(context.db, actor, body.projectSlug);
    requireMember(actor);
    await requireCallable(context, "/url", body.url); // Last, since the result reveals internal names.
    const webhookId = newId();
    const key = { workspaceId: actor.workspaceId, webhookId };
    const made = body.format === "slack" ? null : await newSecret(context, key, null);
    const sealed = made?.sealed ?? null;
    const webhook = await context.writer.run(saveWebhook, { actor, claim, id: webhookId, sealed, ...body });
    deliveryLoopOf(context).wake();
    return { body: made ? { webhook, secret: made.secret } : { webhook } };
  },
  { discloses: disclosesNothing, secretOf: ({ webhook }) => webhook.id },
);

interface NewWebhook {
  actor: Actor;
  claim?: ActionClaim | undefined;
  id: string;
  sealed: string | null;
  format?: WebhookFormat | undefined;
  url: string;
  events?: EventType[] | undefined;
  projectSlug?: string | undefined;
}

/** Inserts a webhook, which delivers later events. */
export const saveWebhook = command(
  "webhooks.save",
  ({ actor }: NewWebhook) => actor.workspaceId,
  async (tx: Tx, { actor: before, ...given }: NewWebhook): Promise<Webhook> => {
    const actor = await reloadActor(tx, before);
    const { workspaceId, userId } = actor;
    const project = await projectOf(tx, actor, given.projectSlug);
    requireMember(actor);
    await requireCapacity(tx, actor);
    await appendEvents(tx, actor, [
      { type: "webhook.created", subjectId: given.id, data: {}, audience: [userId] },
    ]);
    const row = {
      workspace_id: workspaceId,
      id: given.id,
      user_id: userId,
      connection_id: appOf(actor),
      url: given.url,
      events: rowOfEvents(given.events),
      project_id: project?.id ?? null,
      format: given.format ?? "standard",
      enabled: 1,
      disabled_reason: null,
      sealed_secrets: given.sealed,
      cursor: await lastEvent(tx, workspaceId),
      failures: 0,
      created_at: now(),
    };
    await tx.insertInto("webhooks").values(row).execute();
    await keepCreated(tx, given.claim, given.id);
    return presentWebhook({ ...row, slug: project?.slug ?? null, last_failure: null });
  },
);

const projectOf = async (db: Db, actor: Actor, slug: string | undefined) =>
  slug === undefined ? null : ofField("/projectSlug", () => readableProject(db, actor, slug));

async function requireCapacity(tx: Tx, actor: Actor): Promise<void> {
  const { all, own } = await countWebhooks(tx, actor);
  if (own >= mostOfPerson)
    throw new ApiError(
      "too_many_webhooks",
      `You have ${mostOfPerson} webhooks already. Delete an unused one.`,
    );
  if (all >= mostOfWorkspace)
    throw new ApiError(
      "too_many_webhooks",
      `The workspace has ${mostOfWorkspace} webhooks already. Ask an owner to delete unused ones.`,
    );
}
