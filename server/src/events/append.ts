import { hash as sha256 } from "node:crypto";
import type { EventData, EventType } from "@groundplan/contract";
import type { Selectable } from "kysely";
import type { Actor } from "../actor.ts";
import type { Db, Tx } from "../storage/dialect.ts";
import { expectOne } from "../storage/expect-one.ts";
import { insertInto, type Param, statement } from "../storage/statement.ts";
import type { Tables } from "../storage/tables.ts";

/** The subject of an event. */
export interface EventSubject {
  subjectId: string;
  projectId?: string | null;
  planId?: string | null;
}

/** A new event, with the data that its type has in the contract. */
export type NewEvent = { [T in EventType]: EventSubject & { type: T; data: EventData<T> } }[EventType];

/** The author of an event: an actor, or the service itself in a workspace. */
export type By = Actor | { workspaceId: string; userId: string | null; credentialId: string | null };

/**
 * Appends events in the transaction that changed the rows: numbered without gaps per workspace, each with a
 * hash over itself and the hash before it, so that a later check sees any change. Needs the workspace's lock,
 * which every write and every command of a workspace holds; a second call goes on from the first.
 */
export async function appendEvents(tx: Tx, by: By, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const head = expectOne(await headOf(tx, { workspaceId: by.workspaceId }));
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
      data: JSON.stringify(event.data),
      created_at,
    };
    hash = eventHash(hash, row);
    return { ...row, hash };
  });
  await insertEvents(tx, rows);
  await moveHead(tx, { workspaceId: by.workspaceId, seq, hash });
}

/** Returns the hash of the last event of a plan, which no other state of any plan of any workspace has. */
export async function lastEventOf(db: Db, plan: { workspace_id: string; id: string }): Promise<string> {
  const [last] = await lastOfPlan(db, { workspaceId: plan.workspace_id, planId: plan.id });
  return last?.hash ?? "";
}

const lastOfPlan = statement((db, param: Param<{ workspaceId: string; planId: string }>) =>
  db
    .selectFrom("events")
    .select("hash")
    .where("workspace_id", "=", param("workspaceId"))
    .where("plan_id", "=", param("planId"))
    .orderBy("seq", "desc")
    .limit(1),
);

const headOf = statement((tx, param: Param<{ workspaceId: string }>) =>
  tx.selectFrom("event_heads").select(["seq", "hash"]).where("workspace_id", "=", param("workspaceId")),
);

const insertEvents = insertInto("events");

const moveHead = statement((tx, param: Param<{ workspaceId: string; seq: number; hash: string }>) =>
  tx
    .updateTable("event_heads")
    .set({ seq: param("seq"), hash: param("hash") })
    .where("workspace_id", "=", param("workspaceId")),
);

/** Returns the SHA-256 of the previous hash and the event's fields, in this order, as JSON. */
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
  return sha256("sha256", JSON.stringify(fields));
}
