import type { Actor } from "../../actor.ts";
import { ApiError } from "../../errors.ts";
import { now } from "../../ids.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { Tx } from "../../storage/dialect.ts";
import { expiryOf, type StoredLink } from "./link.ts";
import { jobKindOfMail, type MailJob, mailJobKey } from "./mail-job.ts";
import { countOpen, type InviteRow } from "./store.ts";

/** Open invites per workspace, each of which is unsolicited mail. */
const mostOpen = 200;

/** Throws 409 at the limit of open and recently revoked invites. */
export async function requireInviteCapacity(tx: Tx, { workspaceId }: Actor): Promise<void> {
  const dayAgo = new Date(Date.now() - 24 * 3600_000).toISOString();
  if ((await countOpen(tx, workspaceId, dayAgo)) < mostOpen) return;
  throw new ApiError(
    "too_many_invites",
    `The workspace has ${mostOpen} invites that are open or were revoked since yesterday. Revoke unused ones, and continue tomorrow.`,
  );
}

/** Replaces an invite's link, restarts its expiry and enqueues the mail. */
export async function issueLink(
  tx: Tx,
  actor: Actor,
  invite: InviteRow,
  { secretHash, mailed }: StoredLink,
): Promise<InviteRow> {
  const row: InviteRow = {
    ...invite,
    secret_hash: secretHash,
    mail_hash: mailed?.hash ?? null,
    sealed_secret: mailed?.sealedSecret ?? null,
    sent_by: actor.userId,
    expires_at: expiryOf(now()),
  };
  await tx
    .insertInto("invites")
    .values(row)
    .onConflict((conflict) => conflict.columns(["workspace_id", "id"]).doUpdateSet(row))
    .execute();
  if (mailed) {
    const payload: MailJob = { workspaceId: row.workspace_id, inviteId: row.id, secretHash: mailed.hash };
    const dedupeKey = mailJobKey(mailed.hash);
    await enqueue(tx, { kind: jobKindOfMail, workspaceId: row.workspace_id, payload, dedupeKey });
  }
  return row;
}
