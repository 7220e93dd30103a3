import { revokeInvite } from "@groundplan/contract";
import type { Author } from "../../actor.ts";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import { ownedInvite, requirePending } from "./access.ts";
import { presentInvite } from "./present.ts";

/** Revokes an invite; no-op if revoked before. */
export const inviteRevoke = write(revokeInvite, async (tx, actor, { params }) => {
  const invite = await ownedInvite(tx, actor, params.inviteId);
  if (invite.status === "REVOKED") return { invite: presentInvite(invite) };
  requirePending(invite);
  await revoke(tx, actor, [invite.id]);
  return { invite: presentInvite({ ...invite, status: "REVOKED" }) };
});

/** Revokes pending invites whose links a former owner has seen. */
export async function revokeInvitesSentBy(tx: Tx, by: Author, userId: string): Promise<void> {
  await revoke(tx, by, await idsOf(pendingIn(tx, by).where("sent_by", "=", userId)));
}

/** Revokes a removed member's pending invite. */
export async function revokeInviteTo(tx: Tx, by: Author, email: string): Promise<void> {
  await revoke(tx, by, await idsOf(pendingIn(tx, by).where("email", "=", email)));
}

const pendingIn = (tx: Tx, { workspaceId }: Author) =>
  tx
    .selectFrom("invites")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("status", "=", "PENDING")
    .orderBy("id");

const idsOf = async (query: ReturnType<typeof pendingIn>) => (await query.execute()).map(({ id }) => id);

async function revoke(tx: Tx, author: Author, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("invites")
    .set({ status: "REVOKED", sealed_secret: null, ended_at: now() })
    .where("workspace_id", "=", author.workspaceId)
    .where(isOneOf(tx, "id", ids))
    .execute();
  await appendEvents(
    tx,
    author,
    ids.map((id) => ({ type: "invite.revoked", subjectId: id, data: {} })),
  );
}
