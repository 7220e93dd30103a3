import { credentialNames } from "../../events/credential.ts";
import { lastEvent } from "../../events/last-event.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";

/** Selects events with current names and historical handles. */
export const eventsOf = (db: Db, workspaceId: string) =>
  db
    .selectFrom("events")
    .leftJoin("users", "users.id", "events.actor_user_id")
    // Events from before handles were stored show current ones.
    .leftJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "events.workspace_id")
        .onRef("projects.id", "=", "events.project_id"),
    )
    .leftJoin("plans", (join) =>
      join.onRef("plans.workspace_id", "=", "events.workspace_id").onRef("plans.id", "=", "events.plan_id"),
    )
    .select(["events.seq", "events.type", "events.actor_user_id", "events.credential_id", "events.plan_id"])
    .select("events.project_id")
    .select(["events.subject_id", "events.data", "events.created_at", "events.spec_number", "events.readers"])
    .select((row) => row.fn.coalesce("events.project_slug", "projects.slug").as("project_slug"))
    .select((row) => row.fn.coalesce("events.plan_number", "plans.number").as("plan_number"))
    .select(["plans.id as standing_plan_id", "users.name as actor_name"])
    .select(credentialNames("events"))
    .where("events.workspace_id", "=", workspaceId);

export type EventRow = Awaited<ReturnType<ReturnType<typeof eventsOf>["execute"]>>[number];

/** Returns events after a number, oldest first. */
export const eventsAfter = (db: Db, workspaceId: string, after: number, limit: number): Promise<EventRow[]> =>
  eventsOf(db, workspaceId).where("events.seq", ">", after).orderBy("events.seq").limit(limit).execute();

export async function lastEvents(db: Db, workspaceIds: readonly string[]): Promise<Map<string, number>> {
  const heads = await db
    .selectFrom("event_heads")
    .select(["workspace_id", "seq"])
    .where(isOneOf(db, "workspace_id", workspaceIds))
    .execute();
  return new Map(heads.map(({ workspace_id, seq }) => [workspace_id, seq]));
}

/**
 * Returns the first event number at or after a time by bisection, so that no index is needed: numbers are
 * gapless, and times rise except after a clock was set back.
 */
export async function firstEventAt(db: Db, workspaceId: string, time: string): Promise<number> {
  let [from, to] = [1, (await lastEvent(db, workspaceId)) + 1];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const event = await db
      .selectFrom("events")
      .select("created_at")
      .where("workspace_id", "=", workspaceId)
      .where("seq", "=", middle)
      .executeTakeFirst();
    if (event && event.created_at < time) from = middle + 1;
    else to = middle;
  }
  return from;
}
