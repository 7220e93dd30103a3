import type { DeliveryState } from "@groundplan/contract";
import { type Selectable, sql } from "kysely";
import { type Db, isOneOf, isPostgres, type Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";

export type WebhookRow = Selectable<Tables["webhooks"]>;
export type DeliveryRow = Selectable<Tables["webhook_deliveries"]>;

/** SQL literals, so that partial indexes apply. */
export const pending = sql.lit<DeliveryState>("pending");
export const on = sql.lit(1);

export interface WebhookKey {
  workspaceId: string;
  webhookId: string;
}

const webhooksOf = (db: Db, workspaceId: string) =>
  db
    .selectFrom("webhooks")
    .leftJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "webhooks.workspace_id")
        .onRef("projects.id", "=", "webhooks.project_id"),
    )
    .selectAll("webhooks")
    .select("projects.slug")
    .select((webhook) =>
      webhook
        .selectFrom("webhook_deliveries as failing")
        .select("failing.last_failure")
        .whereRef("failing.workspace_id", "=", "webhooks.workspace_id")
        .whereRef("failing.webhook_id", "=", "webhooks.id")
        .where("failing.state", "=", pending)
        .where("failing.next_attempt_at", "is not", null)
        .where("failing.last_failure", "is not", null)
        .orderBy("failing.next_attempt_at")
        .limit(1)
        .as("last_failure"),
    )
    .where("webhooks.workspace_id", "=", workspaceId);

export type ShownWebhook = Awaited<ReturnType<ReturnType<typeof webhooksOf>["execute"]>>[number];

/** Lists a user's or all webhooks by creation. */
export function listWebhookRows(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
  after: string,
  limit: number,
): Promise<ShownWebhook[]> {
  const all = webhooksOf(db, workspaceId)
    .where("webhooks.id", ">", after)
    .orderBy("webhooks.id")
    .limit(limit);
  return (userId === null ? all : all.where("webhooks.user_id", "=", userId)).execute();
}

export const findWebhook = (
  db: Db,
  { workspaceId, webhookId }: WebhookKey,
): Promise<ShownWebhook | undefined> =>
  webhooksOf(db, workspaceId).where("webhooks.id", "=", webhookId).executeTakeFirst();

/** Counts the webhooks of a workspace and of one user. */
export async function countWebhooks(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<{ all: number; own: number }> {
  const all = db
    .selectFrom("webhooks")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("workspace_id", "=", workspaceId);
  const { count } = await all.executeTakeFirstOrThrow();
  const { count: own } = await all.where("user_id", "=", userId).executeTakeFirstOrThrow();
  return { all: Number(count), own: Number(own) };
}

const deliveries = (db: Db, { workspaceId, webhookId }: WebhookKey) =>
  db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("webhook_id", "=", webhookId);

/** Lists a webhook's deliveries, newest first, optionally before one. */
export function listDeliveryRows(
  db: Db,
  key: WebhookKey,
  before: string | number | undefined,
  limit: number,
): Promise<DeliveryRow[]> {
  const all = deliveries(db, key).orderBy("id", "desc").limit(limit);
  // No text is last in every collation, so the first page has no bound.
  return (before === undefined ? all : all.where("id", "<", String(before))).execute();
}

export const findDelivery = (db: Db, key: WebhookKey, id: string): Promise<DeliveryRow | undefined> =>
  deliveries(db, key).where("id", "=", id).executeTakeFirst();

/** Locks and returns a webhook, which serializes its deliveries without blocking the workspace's writers. */
export async function lockWebhook(tx: Tx, key: WebhookKey): Promise<WebhookRow | undefined> {
  const webhook = tx
    .selectFrom("webhooks")
    .selectAll()
    .where("workspace_id", "=", key.workspaceId)
    .where("id", "=", key.webhookId);
  return (isPostgres(tx) ? webhook.forUpdate() : webhook).executeTakeFirst();
}

/** Locks active webhooks at a position, in a consistent order to prevent deadlocks, and returns their ids. */
export async function lockWebhooksAt(
  tx: Tx,
  { workspaceId, seq }: { workspaceId: string; seq: number },
  ids: readonly string[],
): Promise<Set<string>> {
  const found = tx
    .selectFrom("webhooks")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", ids))
    .where("enabled", "=", on)
    .where("cursor", "=", seq)
    .orderBy("id");
  const rows = await (isPostgres(tx) ? found.forUpdate() : found).execute();
  return new Set(rows.map(({ id }) => id));
}

export const changeWebhook = (tx: Tx, { workspaceId, webhookId }: WebhookKey) =>
  tx.updateTable("webhooks").where("workspace_id", "=", workspaceId).where("id", "=", webhookId);

export const changeDeliveries = (tx: Tx, { workspaceId, webhookId }: WebhookKey) =>
  tx
    .updateTable("webhook_deliveries")
    .where("workspace_id", "=", workspaceId)
    .where("webhook_id", "=", webhookId);
