import type { Role } from "@groundplan/contract";
import { usualAgentCeilings } from "@groundplan/contract";
import { type Author, serviceIn } from "../../actor.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import type { Db, Tx } from "../../storage/dialect.ts";

/** Inserts a workspace; the caller has checked the slug. */
export async function addWorkspace(tx: Tx, { slug, name }: { slug: string; name: string }) {
  const id = newId();
  await tx
    .insertInto("workspaces")
    .values({
      id,
      slug,
      name,
      last_plan_number: 0,
      evidence_policy: "off",
      reviewer_policy: "anyone",
      agent_tokens_per_day: usualAgentCeilings.agentTokensPerDay,
      agent_tokens_per_person_per_day: usualAgentCeilings.agentTokensPerPersonPerDay,
      read_links: 1,
      created_at: now(),
    })
    .execute();
  await tx.insertInto("event_heads").values({ workspace_id: id, seq: 0, hash: "" }).execute();
  await appendEvents(tx, serviceIn(id), [{ type: "workspace.created", subjectId: id, data: {} }]);
  return { id, slug };
}

/** Inserts a user; the caller has checked the address. */
export async function addUser(
  tx: Tx,
  { email, name, isProven }: { email: string; name: string; isProven: boolean },
) {
  const id = newId();
  const row = { id, email, name, is_platform_admin: 0, is_proven: Number(isProven), created_at: now() };
  await tx.insertInto("users").values(row).execute();
  return { id, email };
}

/** Tests whether a user's address is verified. */
export async function isProven(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom("users").select("is_proven").where("id", "=", userId).executeTakeFirst();
  return user?.is_proven === 1;
}

/** Marks a user's address as verified. */
export async function proveAddress(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("users")
    .set({ is_proven: 1 })
    .where("id", "=", userId)
    .where("is_proven", "=", 0)
    .execute();
}

/** Upserts a member of the author's workspace. Requires the workspace's lock. */
export async function addMember(tx: Tx, by: Author, userId: string, role: Role): Promise<void> {
  await tx
    .insertInto("memberships")
    .values({ workspace_id: by.workspaceId, user_id: userId, role, joined_at: now() })
    .onConflict((conflict) => conflict.columns(["workspace_id", "user_id"]).doUpdateSet({ role }))
    .execute();
  await appendEvents(tx, by, [{ type: "member.added", subjectId: userId, data: { role } }]);
}

export async function isMember(db: Db, workspaceId: string, userId: string): Promise<boolean> {
  const membership = await db
    .selectFrom("memberships")
    .select("role")
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return membership !== undefined;
}

/** Tests whether a user is the only owner of a workspace. */
export async function isLastOwner(db: Db, workspaceId: string, userId: string): Promise<boolean> {
  const owners = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("workspace_id", "=", workspaceId)
    .where("role", "=", "OWNER")
    .limit(2)
    .execute();
  return owners.length === 1 && owners[0]?.user_id === userId;
}
