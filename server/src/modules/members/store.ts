import type { Role } from "@groundplan/contract";
import type { Db } from "../../storage/dialect.ts";

export interface MemberRow {
  user_id: string;
  name: string;
  email: string;
  role: Role;
  joined_at: string;
  is_platform_admin: number;
  is_proven: number;
}

export const membersOf = (db: Db, workspaceId: string) =>
  db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["memberships.user_id", "memberships.role", "memberships.joined_at"])
    .select(["users.name", "users.email", "users.is_platform_admin", "users.is_proven"])
    .where("memberships.workspace_id", "=", workspaceId);

export function findMember(db: Db, workspaceId: string, userId: string): Promise<MemberRow | undefined> {
  return membersOf(db, workspaceId).where("memberships.user_id", "=", userId).executeTakeFirst();
}
