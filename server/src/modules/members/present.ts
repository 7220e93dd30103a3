import type { Member } from "@groundplan/contract";
import type { MemberRow } from "./store.ts";

export const presentMember = (row: MemberRow): Member => ({
  userId: row.user_id,
  name: row.name,
  email: row.email,
  role: row.role,
  joinedAt: row.joined_at,
  isPlatformAdmin: row.is_platform_admin === 1,
  isProven: row.is_proven === 1,
});
