import type { Actor } from "../../actor.ts";
import { ApiError, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { findMember, hasOtherOwner, type MemberRow } from "./store.ts";

/** Returns a member of the actor's workspace, whom every member sees; anybody else is 404. */
export async function memberOf(
  db: Db,
  { workspaceId }: Pick<Actor, "workspaceId">,
  userId: string,
): Promise<MemberRow> {
  const member = await findMember(db, workspaceId, userId);
  if (!member) throw notFound("member");
  return member;
}

/**
 * Throws 409 where the workspace would be without an owner if this member were none. The workspace's lock, which every
 * write holds, makes two owners who leave at once wait for each other.
 */
export async function requireOtherOwner(
  db: Db,
  { workspaceId }: Pick<Actor, "workspaceId">,
  { role, user_id }: MemberRow,
): Promise<void> {
  if (role !== "OWNER" || (await hasOtherOwner(db, workspaceId, user_id))) return;
  throw new ApiError("last_owner", "This is the workspace's last owner. Make another member an owner first.");
}
