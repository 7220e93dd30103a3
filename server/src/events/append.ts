import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Actor } from "../modules/identity/actor.ts";
import type { Tx } from "../storage/dialect.ts";
import type { Tables } from "../storage/tables.ts";

/** Something that happened. `data` holds no secret and no text: readers of events fetch what they may read. */
export interface NewEvent {
  /** The dotted name, `plan.created`. */
  type: string;
  subjectId: string;
  projectId?: string | null;
  planId?: string | null;
  data?: Record<string, unknown>;
}

/** Who the event is by: an actor, or the service itself in a workspace. */
export type By = Actor | { workspaceId: string; userId: string | null; credentialId: string | null };

/**
 * Appends events in the transaction that changed the rows: numbered without gaps per workspace, each with a
 * hash over itself and the hash before it, so that a later check sees any change. Call it last, once.
 */
export async function appendEvents(tx: Tx, by: By, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const head = await tx
    .selectFrom("event_heads")
    .select(["seq", "hash"])
    .where("workspace_id", "=", by.workspaceId)
    .executeTakeFirstOrThrow();
  const created_at = new Date().toISOString();
  let { seq, hash } = head;
  const rows = events.map((event) => {
    const row = {
      workspace_id: by.workspaceId,
      seq: ++seq,
      type: event.type,
      actor_user_id: by.userId,
      credential_id: by.credentialId,
      project_id: event.projectId ?? null,
      plan_id: event.planId ?? null,
      subject_id: event.subjectId,
      data: JSON.stringify(event.data ?? {}),
      created_at,
    };
    hash = eventHash(hash, row);
    return { ...row, hash };
  });
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await tx
      .insertInto("events")
      .values(rows.slice(from, from + rowsPerInsert))
      .execute();
  }
  await tx.updateTable("event_heads").set({ seq, hash }).where("workspace_id", "=", by.workspaceId).execute();
}

/** Keeps a statement's parameters below what the databases allow. */
const rowsPerInsert = 500;

/** SHA-256 over the hash before and the event's fields in this order, as JSON. */
export function eventHash(previous: string, row: Omit<Selectable<Tables["events"]>, "hash">): string {
  const fields = [
    previous,
    row.workspace_id,
    row.seq,
    row.type,
    row.actor_user_id,
    row.credential_id,
    row.project_id,
    row.plan_id,
    row.subject_id,
    row.data,
    row.created_at,
  ];
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}
