import type { Actor } from "../../actor.ts";
import { ApiError, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { isLastOwner } from "../identity/people.ts";
import { findMember, type MemberRow } from "./store.ts";

/** Returns a member; 404 otherwise. */
export async function memberOf(
  db: Db,
  { workspaceId }: Pick<Actor, "workspaceId">,
  userId: string,
): Promise<MemberRow> {
  const member = await findMember(db, workspaceId, userId);
  if (!member) throw notFound("member");
  return member;
}

/** Throws 409 if this member is the last owner. The workspace's lock serializes leaving owners. */
export async function requireOtherOwner(
  db: Db,
  { workspaceId }: Pick<Actor, "workspaceId">,
  { role, user_id }: MemberRow,
): Promise<void> {
  if (role !== "OWNER" || !(await isLastOwner(db, workspaceId, user_id))) return;
  throw new ApiError("last_owner", "This is the workspace's last owner. Make another member an owner first.");
}
