import type { EventType } from "@groundplan/contract";
import { command } from "../../../dispatch/commands.ts";
import { newId, now } from "../../../ids.ts";
import { timeIn } from "../../../jobs/clock.ts";
import { type Db, isOneOf, type Tx } from "../../../storage/dialect.ts";
import { insertInto } from "../../../storage/statement.ts";
import type { Context } from "../../context.ts";
import { type EventRow, eventsAfter } from "../../history/rows.ts";
import { type Reader, visibilityOf } from "../../history/visibility.ts";
import { lockWebhooksAt, pending } from "../store.ts";
import type { Overview } from "./overview.ts";
import { subjectOf } from "./subject.ts";

/** Events per batch, and approximate deliveries per transaction. */
const most = { events: 100, deliveries: 2000 };

interface Planned {
  seq: number;
  type: string;
  subject: string;
}

interface Plan {
  workspaceId: string;
  /** The webhooks' common position before and after. */
  from: number;
  through: number;
  webhooks: readonly { id: string; events: readonly Planned[] }[];
}

/**
 * Creates deliveries of the next events for a workspace's webhooks at the same position, reading events and
 * visibility once. Returns false if there are none.
 */
export async function planDeliveries(
  { db, writer }: Context,
  workspaceId: string,
  webhooks: readonly Overview[],
): Promise<boolean> {
  const [first] = webhooks;
  if (!first) return false;
  const eventsAtOnce = Math.max(1, Math.min(most.events, Math.floor(most.deliveries / webhooks.length)));
  const rows = await eventsAfter(db, workspaceId, first.cursor, eventsAtOnce);
  const through = rows.at(-1)?.seq;
  if (through === undefined) return false; // The head is newer than this connection's view.
  const readers = await readersOf(db, workspaceId, webhooks);
  const seenOf = await visibilityOf(db, workspaceId, rows, [...readers.values()]);
  const plan: Plan = {
    workspaceId,
    from: first.cursor,
    through,
    webhooks: webhooks.map((webhook) => {
      const reader = readers.get(webhook.user_id);
      const wanted = rows.filter((row) => wants(webhook, row) && reader && seenOf(row, reader) !== "none");
      return {
        id: webhook.id,
        events: wanted.map((row) => ({ seq: row.seq, type: row.type, subject: subjectOf(row) })),
      };
    }),
  };
  await writer.run(insertDeliveries, plan);
  return true;
}

async function readersOf(
  db: Db,
  workspaceId: string,
  webhooks: readonly Overview[],
): Promise<Map<string, Reader>> {
  const members = await db
    .selectFrom("memberships")
    .select(["user_id", "role"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "user_id", [...new Set(webhooks.map(({ user_id }) => user_id))]))
    .execute();
  return new Map(members.map(({ user_id: userId, role }) => [userId, { userId, role }]));
}

function wants({ events, project_id }: Overview, row: EventRow): boolean {
  // A test goes to its own webhook only, which has it already.
  if (row.type === ("webhook.tested" satisfies EventType)) return false;
  if (project_id !== null && row.project_id !== project_id) return false;
  return events === null || (JSON.parse(events) as string[]).includes(row.type);
}

/** Inserts deliveries and advances the webhooks atomically. Webhooks moved meanwhile are skipped. */
export const insertDeliveries = command(
  "webhooks.plan",
  () => null,
  async (tx: Tx, { workspaceId, from, through, webhooks }: Plan): Promise<void> => {
    const all = webhooks.map(({ id }) => id);
    const ids = await lockWebhooksAt(tx, { workspaceId, seq: from }, all);
    await tx
      .updateTable("webhooks")
      .set({ cursor: through })
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "id", [...ids]))
      .execute();
    await insert(
      tx,
      workspaceId,
      webhooks.filter(({ id, events }) => ids.has(id) && events.length > 0),
    );
  },
);

/** Inserts deliveries; those with a pending predecessor about the same subject wait. */
async function insert(tx: Tx, workspaceId: string, webhooks: Plan["webhooks"]): Promise<void> {
  if (webhooks.length === 0) return;
  const busy = await pendingSubjects(tx, workspaceId, webhooks);
  const timestamp = await timeOf(tx);
  const rows = webhooks.flatMap(({ id: webhook_id, events }) =>
    events.map(({ seq, type, subject }) => {
      const waits = busy.has(nameOf(webhook_id, subject));
      busy.add(nameOf(webhook_id, subject));
      return {
        workspace_id: workspaceId,
        webhook_id,
        id: newId(),
        event_seq: seq,
        type,
        subject,
        state: "pending" as const,
        again: 0,
        attempts: 0,
        tries: 0,
        last_status: null,
        last_failure: null,
        next_attempt_at: waits ? null : timestamp,
        scheduled_at: waits ? null : timestamp,
        fence: 0,
        leased: 0,
        attempted_at: null,
        created_at: now(),
        ended_at: null,
      };
    }),
  );
  await insertRows(tx, rows);
}

const insertRows = insertInto("webhook_deliveries");

const nameOf = (webhookId: string, subject: string) => `${webhookId} ${subject}`;

/** Returns the database's time. */
async function timeOf(tx: Tx): Promise<string> {
  const { at } = await tx.selectNoFrom(timeIn(tx, 0).as("at")).executeTakeFirstOrThrow();
  return at;
}

async function pendingSubjects(
  tx: Tx,
  workspaceId: string,
  webhooks: Plan["webhooks"],
): Promise<Set<string>> {
  const subjects = webhooks.flatMap(({ events }) => events.map(({ subject }) => subject));
  const rows = await tx
    .selectFrom("webhook_deliveries")
    .select(["webhook_id", "subject"])
    .distinct()
    .where("workspace_id", "=", workspaceId)
    .where(
      isOneOf(
        tx,
        "webhook_id",
        webhooks.map(({ id }) => id),
      ),
    )
    .where("state", "=", pending)
    .where("again", "=", 0)
    .where(isOneOf(tx, "subject", [...new Set(subjects)]))
    .execute();
  return new Set(rows.map(({ webhook_id, subject }) => nameOf(webhook_id, subject)));
}
