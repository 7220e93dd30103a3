import type { Actor } from "../../../actor.ts";
import { ApiError } from "../../../errors.ts";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import { findConnectionById, isConnected, isLost } from "../../connectors/access.ts";
import { trackerSwitch, whereOff } from "../../connectors/policy.ts";
import { plansReadableBy, requireEdit, withCapability } from "../../plans/access.ts";
import { trackerOf } from "../../trackers/registry.ts";
import type { PushRow } from "../ledger/pushes.ts";

/**
 * Returns the requester, or null if no longer a member. The credential only started the push and may have
 * expired.
 */
export async function requesterOf(db: Db, push: PushRow): Promise<Actor | null> {
  const row = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["memberships.role", "users.name", "users.email"])
    .where("memberships.workspace_id", "=", push.workspace_id)
    .where("memberships.user_id", "=", push.requested_by)
    .executeTakeFirst();
  if (!row) return null;
  return {
    workspaceId: push.workspace_id,
    userId: push.requested_by,
    userName: row.name,
    email: row.email,
    role: row.role,
    scope: "write",
    credentialId: push.credential_id,
    credentialKind: "api_key",
    signedInAt: null,
  };
}

export const cancelled = "The push was cancelled. Completed writes stay; push again to continue.";
export const disconnected = "The tracker was disconnected. Connect it and push again.";
export const unreadable = "The person who started this push can no longer read the plan.";

/** Returns a message if the tracker is switched off, else null. */
export async function whyAsleep(db: Db, push: PushRow): Promise<string | null> {
  const plan = await db
    .selectFrom("plans")
    .select("project_id as id")
    .where("workspace_id", "=", push.workspace_id)
    .where("id", "=", push.plan_id)
    .executeTakeFirst();
  const tracker = trackerSwitch(trackerOf(push.provider));
  return (await whereOff(db, push.workspace_id, tracker, plan ?? null))?.sentence ?? null;
}

/** Returns a message if the push must stop, else null. */
export async function whyStop(db: Db, push: PushRow): Promise<string | null> {
  if (push.cancelled_by !== null) return cancelled;
  const connection = await findConnectionById(db, push.workspace_id, push.connection_id);
  // With a revoked grant, the next call fails and the push sleeps.
  if (!connection || !(isConnected(connection) || isLost(connection))) return disconnected;
  const actor = await requesterOf(db, push);
  if (!actor) return "The person who started this push is no longer a member of the workspace.";
  const row = await plansReadableBy(db, actor).where("plans.id", "=", push.plan_id).executeTakeFirst();
  if (!row) return unreadable;
  try {
    requireEdit(withCapability(actor, row));
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/** Returns the plans archived or moved out of the requester's edit rights. */
export async function plansLeftSince(
  db: Db,
  push: PushRow,
  planIds: readonly string[],
): Promise<Set<string>> {
  const others = [...new Set(planIds)].filter((id) => id !== push.plan_id); // `whyStop` checks the pushed plan.
  const actor = others.length > 0 ? await requesterOf(db, push) : null;
  if (!actor) return new Set();
  const there = await db
    .selectFrom("plans")
    .select("id")
    .where("workspace_id", "=", push.workspace_id)
    .where(isOneOf(db, "id", others))
    .execute();
  const open = await plansReadableBy(db, actor)
    .where(isOneOf(db, "plans.id", others))
    .where("plans.archived_at", "is", null)
    .execute();
  const editable = open.filter((row) => withCapability(actor, row).capability !== "READ");
  return new Set(there.map(({ id }) => id)).difference(new Set(editable.map(({ id }) => id)));
}
