import type { EventType, Role } from "@groundplan/contract";
import { type Audience, type EventVisibility, visibilityOfType } from "../../events/visibility.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { plansOfSpecs } from "../plans/plans-of-specs.ts";
import { readersOfPlans } from "../plans/readers.ts";
import type { EventRow } from "./store.ts";

/** A member as a reader of events. */
export interface Reader {
  userId: string;
  role: Role;
}

/**
 * How much of an event a reader sees: everything, no data, no data since it ended their access, or nothing.
 */
export type Seen = "whole" | "bare" | "ended" | "none";

type About = Pick<EventRow, "type" | "plan_id" | "actor_user_id" | "data" | "created_at" | "readers">;

/**
 * Returns each reader's current view of each event, per `events/visibility.ts`, in a constant number of queries.
 * Drops data that names unreadable plans.
 */
export async function visibilityOf(
  db: Db,
  workspaceId: string,
  events: readonly About[],
  readers: readonly Reader[],
): Promise<(event: About, reader: Reader) => Seen> {
  const specs = await plansOfSpecs(db, workspaceId, events.flatMap(namedSpecs));
  const named = new Map<About, readonly (string | undefined)[]>();
  const plans = new Set<string>();
  for (const event of events) {
    const ids = [...namedPlans(event), ...namedSpecs(event).map((id) => specs.get(id))];
    if (ids.length > 0) named.set(event, ids);
    for (const id of [event.plan_id, ...ids]) if (id) plans.add(id);
  }
  const people = [...new Set(readers.map(({ userId }) => userId))];
  const reads = await readersOfPlans(db, workspaceId, [...plans], people);
  const before = new Map(events.map((event) => [event, audienceOf(event)]));
  const needJoined = [...before.values()].includes("members");
  const joined = needJoined ? await joinedAt(db, workspaceId, people) : new Map<string, string>();

  const readsNow = (event: About, { userId, role }: Reader): boolean => {
    const visibility: EventVisibility = visibilityOfType[event.type as EventType];
    if (visibility === "members") return true;
    if (visibility === "owners") return role === "OWNER";
    if (visibility === "person") return (before.get(event) ?? [event.actor_user_id]).includes(userId);
    if (event.plan_id === null) return visibility === "document";
    return reads(event.plan_id, userId);
  };
  const readBefore = (event: About, userId: string): boolean => {
    const who = before.get(event) ?? [];
    if (who !== "members") return who.includes(userId);
    return (joined.get(userId) ?? "~") <= event.created_at;
  };
  return (event, reader) => {
    if (!readsNow(event, reader)) return readBefore(event, reader.userId) ? "ended" : "none";
    const isReadable = (id: string | undefined) => id !== undefined && reads(id, reader.userId);
    return (named.get(event) ?? []).every(isReadable) ? "whole" : "bare";
  };
}

const audienceOf = ({ readers }: About): Audience | null =>
  readers === null ? null : (JSON.parse(readers) as Audience);

/** Returns further plans named in an event's data. */
function namedPlans({ type, data }: About): string[] {
  if (type === "plan.moved") {
    const { from, to } = JSON.parse(data) as { from: string | null; to: string | null };
    return [from, to].filter((id) => id !== null);
  }
  if (type === "spec.moved") {
    const { from, to } = JSON.parse(data) as Record<"from" | "to", { planId: string } | undefined>;
    return [from, to].flatMap((spec) => (spec ? [spec.planId] : []));
  }
  const dependency = dependencyOf({ type, data });
  return dependency?.kind === "plan" ? [dependency.from, dependency.to] : [];
}

function namedSpecs(event: About): string[] {
  const dependency = dependencyOf(event);
  return dependency?.kind === "spec" ? [dependency.from, dependency.to] : [];
}

function dependencyOf({ type, data }: Pick<About, "type" | "data">) {
  if (type !== "dependency.created" && type !== "dependency.deleted") return null;
  return JSON.parse(data) as { kind: "spec" | "plan"; from: string; to: string };
}

async function joinedAt(db: Db, workspaceId: string, people: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("memberships")
    .select(["user_id", "joined_at"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "user_id", people))
    .execute();
  return new Map(rows.map(({ user_id, joined_at }) => [user_id, joined_at]));
}
