import type { EventData, EventType } from "@groundplan/contract";
import type { Author } from "../actor.ts";
import { addItems } from "../inbox-items/add-items.ts";
import { addNotices } from "../inbox-items/add-notices.ts";
import type { NotifiesOf, Recipient } from "../inbox-items/notifying-types.ts";
import { recipientsOf } from "../inbox-items/recipients.ts";
import { type Db, isOneOf, type Tx } from "../storage/dialect.ts";
import { expectOne } from "../storage/expect-one.ts";
import { insertInto, type Param, statement } from "../storage/statement.ts";
import { eventHash } from "./hash.ts";
import type { AudienceOf } from "./visibility.ts";

/** The subject of an event. Missing handles are looked up. */
export interface EventSubject {
  subjectId: string;
  projectId?: string | null;
  projectSlug?: string;
  planId?: string | null;
  planNumber?: number;
  /** Number of the spec, if the event is about one. */
  specNumber?: number;
}

/** A new event: its type's data, audience and recipients. */
export type NewEvent = {
  [T in EventType]: EventSubject & { type: T; data: EventData<T> } & AudienceOf<T> & NotifiesOf<T>;
}[EventType];

/** Follows the current command's events: `claims` end with their ground, `counts` are kept. */
type Follower = "claims" | "counts";

/** Events that followers haven't taken. SQLite's commands share a transaction, so each takes its own. */
const appended: Record<Follower, WeakMap<Tx, NewEvent[]>> = { claims: new WeakMap(), counts: new WeakMap() };

/** Returns the events that the current command appended since the follower last asked. */
export function takeAppended(tx: Tx, follower: Follower): readonly NewEvent[] {
  const events = appended[follower].get(tx) ?? [];
  appended[follower].delete(tx);
  return events;
}

/**
 * Appends events in the current transaction, numbered without gaps per workspace and chained by hash, and
 * adds them to the inboxes of their recipients. Requires the workspace's lock. Can be called repeatedly.
 */
export async function appendEvents(tx: Tx, author: Author, events: readonly NewEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  const { workspaceId } = author;
  const { projectId = null, planId = null } = first;
  const head = expectOne(await headOf(tx, { workspaceId, projectId, planId }));
  const handles = await handlesOf(tx, workspaceId, events, [
    [projectId, head.slug],
    [planId, head.number],
  ]);
  const recipients = await recipientsOf(tx, workspaceId, author.userId, events);
  const created_at = new Date().toISOString();
  let { seq, hash } = head;
  const rows = events.map((event) => {
    const people = recipients.get(event);
    const row = {
      workspace_id: workspaceId,
      seq: ++seq,
      type: event.type,
      actor_user_id: author.userId,
      credential_id: author.credentialId,
      project_id: event.projectId ?? null,
      plan_id: event.planId ?? null,
      subject_id: event.subjectId,
      data: JSON.stringify(event.data),
      created_at,
      project_slug: event.projectSlug ?? handles.slugs.get(event.projectId ?? null) ?? null,
      plan_number: event.planNumber ?? handles.numbers.get(event.planId ?? null) ?? null,
      spec_number: event.specNumber ?? null,
      readers: event.audience ? JSON.stringify(event.audience) : null,
      told: people ? JSON.stringify(people.map(recipientOf)) : null,
    };
    hash = eventHash(hash, row);
    return { ...row, hash };
  });
  await insertEvents(tx, rows);
  await moveHead(tx, { workspaceId, seq, hash });
  for (const follower of [appended.claims, appended.counts]) {
    const kept = follower.get(tx) ?? [];
    for (const event of events) kept.push(event);
    follower.set(tx, kept);
  }
  for (const [n, row] of rows.entries()) {
    if (row.told === null) continue;
    await addItems(tx, { ...row, told: row.told });
    await addNotices(tx, row, recipients.get(events[n] ?? first) ?? []);
  }
}

/** Returns what an event keeps of a recipient, from which an inbox is rebuilt. */
const recipientOf = ({ userId, mentioned, outside }: Recipient): Recipient =>
  outside ? { userId, mentioned, outside } : { userId, mentioned };

type Id = string | null;

/**
 * Returns project slugs and plan numbers, mostly without a query, since the first event's come with the head.
 */
async function handlesOf(
  tx: Tx,
  workspaceId: string,
  events: readonly NewEvent[],
  [slug, number]: [[Id, string | null], [Id, number | null]],
) {
  const slugs = new Map([slug]);
  const numbers = new Map([number]);
  const missing = { projects: new Set<string>(), plans: new Set<string>() };
  for (const { projectId, projectSlug, planId, planNumber } of events) {
    if (projectId && projectSlug === undefined && !slugs.has(projectId)) missing.projects.add(projectId);
    if (planId && planNumber === undefined && !numbers.has(planId)) missing.plans.add(planId);
  }
  if (missing.projects.size > 0) {
    const rows = await tx
      .selectFrom("projects")
      .select(["id", "slug"])
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "id", [...missing.projects]))
      .execute();
    for (const row of rows) slugs.set(row.id, row.slug);
  }
  if (missing.plans.size > 0) {
    const rows = await tx
      .selectFrom("plans")
      .select(["id", "number"])
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "id", [...missing.plans]))
      .execute();
    for (const row of rows) numbers.set(row.id, row.number);
  }
  return { slugs, numbers };
}

/** Returns the hash of a plan's last event, which identifies its state globally. */
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

const headOf = statement((tx, param: Param<{ workspaceId: string; projectId: Id; planId: Id }>) =>
  tx
    .selectFrom("event_heads")
    .leftJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "event_heads.workspace_id")
        .on("projects.id", "=", param("projectId")),
    )
    .leftJoin("plans", (join) =>
      join.onRef("plans.workspace_id", "=", "event_heads.workspace_id").on("plans.id", "=", param("planId")),
    )
    .select(["event_heads.seq", "event_heads.hash", "projects.slug", "plans.number"])
    .where("event_heads.workspace_id", "=", param("workspaceId")),
);

const insertEvents = insertInto("events");

const moveHead = statement((tx, param: Param<{ workspaceId: string; seq: number; hash: string }>) =>
  tx
    .updateTable("event_heads")
    .set({ seq: param("seq"), hash: param("hash") })
    .where("workspace_id", "=", param("workspaceId")),
);
