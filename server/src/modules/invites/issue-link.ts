import type { Actor } from "../../actor.ts";
import { ApiError } from "../../errors.ts";
import { now } from "../../ids.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { Tx } from "../../storage/dialect.ts";
import { expiryOf, type StoredLink } from "./link.ts";
import { jobKindOfMail, type MailJob, mailJobKey } from "./mail-job.ts";
import { countOpen, type InviteRow } from "./store.ts";

/** The most invites that a workspace has open: each is a mail to somebody who did not ask for it. */
const mostOpen = 200;

/** Throws 409 where the workspace has as many invites open, or revoked since yesterday, as it may have. */
export async function requireRoom(tx: Tx, { workspaceId }: Actor): Promise<void> {
  const dayAgo = new Date(Date.now() - 24 * 3600_000).toISOString();
  if ((await countOpen(tx, workspaceId, dayAgo)) < mostOpen) return;
  throw new ApiError(
    "too_many_invites",
    `The workspace has ${mostOpen} invites that are open or were revoked since yesterday. Revoke those that nobody needs, and go on tomorrow.`,
  );
}

/** Gives an invite a new link in the place of the old one, restarts its date, and leaves the job that sends it. */
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
