import { ApiError, forbidden } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { addMember, isProven, proveAddress } from "../identity/people.ts";
import { findWorkspace } from "../identity/workspace.ts";
import { requirePending } from "./access.ts";
import { noSuchLink } from "./link.ts";
import {
  findBySecret,
  hasAcceptedInvite,
  type InviteRow,
  isMembersAddress,
  isOwner,
  type LinkedInvite,
} from "./store.ts";

/** Adds a user by an invite to their address, under the workspace's lock. Throws 403 for a forwarded link. */
export async function joinByInvite(
  tx: Tx,
  secretHash: string,
  { userId, email, isNew = false }: { userId: string; email: string; isNew?: boolean },
) {
  const invite = await findBySecret(tx, secretHash);
  if (!invite) throw noSuchLink();
  if (invite.email !== email)
    throw forbidden(
      `This invite is for another address than ${email}. Sign in with that one, or ask for an invite to yours.`,
    );
  requireOpen(invite);
  if (!(await isOwner(tx, invite.workspace_id, invite.sent_by)))
    throw new ApiError(
      "invite_not_pending",
      "Who sent this invite is no owner of the workspace any more. Ask an owner to send it again.",
    );
  if (await isMembersAddress(tx, invite.workspace_id, email))
    throw new ApiError("already_member", "You are a member of this workspace already.");
  if (!isNew) await requireProof(tx, invite, userId);
  // The credential belongs to another workspace.
  const author = { workspaceId: invite.workspace_id, userId, credentialId: null };
  await tx
    .updateTable("invites")
    .set({ status: "ACCEPTED", sealed_secret: null, ended_at: now() })
    .where("workspace_id", "=", invite.workspace_id)
    .where("id", "=", invite.id)
    .execute();
  await appendEvents(tx, author, [{ type: "invite.accepted", subjectId: invite.id, data: { userId } }]);
  await addMember(tx, author, userId, invite.role);
  return { workspace: await findWorkspace(tx, invite.workspace_id), role: invite.role };
}

/**
 * Throws 403 if an unverified account would join a further workspace: it may have been created by someone who
 * saw a link. The mailed link is proof.
 */
async function requireProof(tx: Tx, invite: LinkedInvite, userId: string): Promise<void> {
  if (await isProven(tx, userId)) return;
  if (invite.isMailed) return proveAddress(tx, userId);
  if (await hasAcceptedInvite(tx, invite.workspace_id, invite.email)) return;
  throw new ApiError(
    "address_not_proven",
    `The address ${invite.email} isn't verified, so this account can't join another workspace. Open the link in the mail to that address, or ask the operator for \`groundplan admin user reset --email ${invite.email}\`.`,
  );
}

/** Throws 409 if an invite can't be accepted any more. */
export function requireOpen(invite: InviteRow): void {
  requirePending(invite);
  if (invite.expires_at <= now())
    throw new ApiError(
      "invite_expired",
      "This invite is past its date. Ask an owner of the workspace to send it again.",
    );
}
