import type { Invite } from "@groundplan/contract";
import type { InviteRow } from "./store.ts";

/** Returns the API's form of an invite, without its link. */
export const presentInvite = (row: InviteRow): Invite => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: row.status,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
