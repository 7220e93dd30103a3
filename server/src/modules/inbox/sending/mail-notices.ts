import { hash } from "node:crypto";
import type { Notification } from "@groundplan/contract";
import type { NoticesOf } from "../../../inbox-items/add-notices.ts";
import { MailError, sendMail } from "../../../outbound/mail.ts";
import { measuredCall } from "../../../outbound/measured.ts";
import type { Context } from "../../context.ts";
import { type Addresses, digestMail, type Letter, noticeMail } from "./letters.ts";
import type { Sending } from "./read-notices.ts";
import { type Unsubscribing, unsubscribeToken } from "./unsubscribe-token.ts";

type Member = Omit<NoticesOf, "channel">;

/** Mails one notice. Throws `MailError` if a retry may help. */
export async function mailNotice(
  context: Context,
  { key, notice, row }: Sending,
  signal: AbortSignal,
): Promise<"sent" | "failed" | "dropped"> {
  const off = { workspaceId: key.workspaceId, userId: key.userId, of: row.kind };
  const addresses = addressesOf(context, off);
  const name = `${key.workspaceId} ${key.userId} ${key.seq}`;
  return post(context, key, { letter: noticeMail(notice, row.kind, addresses), name, addresses }, signal);
}

/** Mails what waited since the last daily mail; returns false if it can't be sent. */
export async function mailDigest(
  context: Context,
  member: Member,
  { date, notices }: { date: string; notices: readonly Notification[] },
  signal: AbortSignal,
): Promise<boolean> {
  const addresses = addressesOf(context, { ...member, of: "digest" });
  const name = `${member.workspaceId} ${member.userId} ${date}`;
  return (
    (await post(context, member, { letter: digestMail(notices, addresses), name, addresses }, signal)) ===
    "sent"
  );
}

function addressesOf({ publicUrl, keyring }: Context, off: Unsubscribing): Addresses {
  return {
    settings: `${publicUrl()}/inbox/settings`,
    unsubscribe: `${publicUrl()}/unsubscribe/${unsubscribeToken(keyring, off)}`,
  };
}

async function post(
  context: Context,
  { workspaceId, userId }: Member,
  { letter, name, addresses }: { letter: Letter; name: string; addresses: Addresses },
  signal: AbortSignal,
): Promise<"sent" | "failed" | "dropped"> {
  const { config, db, log, publicUrl } = context;
  const server = config.mail;
  const user = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("is_proven", "=", 1)
    .executeTakeFirst();
  if (!server || !user) return "dropped";
  const mail = {
    to: user.email,
    ...letter,
    // The same for a mail that is sent again, so that mailboxes show it once.
    messageId: `<${hash("sha256", name).slice(0, 32)}@${new URL(publicUrl()).hostname}>`,
    headers: {
      "List-Unsubscribe": `<${addresses.unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
  try {
    const send = () => sendMail(server, mail, signal);
    await measuredCall(context, { purpose: "mail" }, send, () => "taken", resultOf);
    return "sent";
  } catch (error) {
    if (!(error instanceof MailError) || !error.isFinal) throw error;
    log.warn({ err: error, workspaceId }, "a mail of a notification was refused");
    return "failed";
  }
}

const resultOf = (error: unknown): string =>
  error instanceof MailError ? (error.isFinal ? "refused" : "failed") : "aborted";
