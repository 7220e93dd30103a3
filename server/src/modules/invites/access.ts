import type { Actor } from "../../actor.ts";
import { ApiError, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { requireOwner } from "../projects/access.ts";
import { findInvite, type InviteRow } from "./store.ts";

/** Returns an invite of the actor's workspace; 403 for non-owners. */
export async function ownedInvite(db: Db, actor: Actor, id: string): Promise<InviteRow> {
  requireOwner(actor, "manage invites");
  const invite = await findInvite(db, actor.workspaceId, id);
  if (!invite) throw notFound("invite");
  return invite;
}

/** Throws 409 for an accepted or revoked invite. Expired ones are still pending. */
export function requirePending(invite: InviteRow): InviteRow {
  if (invite.status !== "PENDING")
    throw new ApiError(
      "invite_not_pending",
      `This invite was ${invite.status.toLowerCase()} already. An owner of the workspace can make a new one.`,
    );
  return invite;
}
