import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import { JobRefused, type JobRun, RunLater } from "../../jobs/runner.ts";
import { MailError, sendMail } from "../../outbound/mail.ts";
import { measuredCall } from "../../outbound/measured.ts";
import { open } from "../../secrets/seal.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { cellOf, linkOf } from "./link.ts";
import type { MailJob } from "./mail-job.ts";
import { mailOf } from "./mail-text.ts";
import { findInvite, type InviteRow, namesOf } from "./store.ts";

/** Milliseconds between mails of an invite. */
const pauseMs = 60_000;

/** Mails an invite's link. After a crash the same link may be sent twice. */
export async function mailInvite(context: Context, job: MailJob, { signal }: JobRun): Promise<void> {
  const { db, config, log } = context;
  const invite = await findInvite(db, job.workspaceId, job.inviteId);
  // Accepted, revoked or resent meanwhile, or restored without secrets.
  if (invite?.status !== "PENDING" || sentHash(invite) !== job.secretHash || !invite.sealed_secret) return;
  const server = config.mail;
  if (!server) return giveUpMail(context, job);
  const paused = Date.parse(invite.mailed_at ?? "") + pauseMs - Date.now();
  if (paused > 0) throw new RunLater(Math.ceil(paused / 1000), "the last mail has just been sent");

  const cell = cellOf(job.workspaceId, job.secretHash);
  const secret = open(await workspaceKey(context, job.workspaceId), cell, invite.sealed_secret);
  const mail = mailOf(invite, await namesOf(db, invite), linkOf(context, secret));
  try {
    const send = () => sendMail(server, mail, signal);
    await measuredCall(context, { purpose: "mail" }, send, () => "taken", resultOf);
  } catch (error) {
    if (!(error instanceof MailError) || !error.isFinal) throw error;
    log.warn({ err: error, invite: job.inviteId }, "an invite's mail was refused");
    await giveUpMail(context, job);
    throw new JobRefused(error.message);
  }
  await context.writer.run(endMail, { ...job, mailedAt: now() });
}

/** Older jobs mailed the link that the owner saw. */
const sentHash = ({ mail_hash, secret_hash }: InviteRow) => mail_hash ?? secret_hash;

const resultOf = (error: unknown): string =>
  error instanceof MailError ? (error.isFinal ? "refused" : "failed") : "aborted";

/** Clears the sealed secret of an unsent mail; an owner can resend. */
export async function giveUpMail({ writer }: Context, job: MailJob): Promise<void> {
  await writer.run(endMail, { ...job, mailedAt: null });
}

export const endMail = command(
  "invites.endMail",
  ({ workspaceId }: MailJob) => workspaceId,
  async (tx: Tx, { workspaceId, inviteId, secretHash, mailedAt }: MailJob & { mailedAt: string | null }) => {
    const of = tx.updateTable("invites").where("workspace_id", "=", workspaceId).where("id", "=", inviteId);
    if (mailedAt !== null) await of.set({ mailed_at: mailedAt }).execute();
    await of
      .set({ sealed_secret: null })
      .where(({ fn }) => fn.coalesce("mail_hash", "secret_hash"), "=", secretHash)
      .execute();
  },
);
