import { JobRefused } from "../../../jobs/runner.ts";
import { MailError, sendMail } from "../../../outbound/mail.ts";
import { measuredCall } from "../../../outbound/measured.ts";
import type { Context } from "../../context.ts";

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends a mail about a sign-in. Throws `JobRefused` if the server rejects it for good. */
export async function mailPerson(context: Context, mail: Mail, signal: AbortSignal): Promise<void> {
  const server = context.config.mail;
  if (!server) return;
  try {
    const send = () => sendMail(server, mail, signal);
    await measuredCall(context, { purpose: "mail" }, send, () => "taken", resultOf);
  } catch (error) {
    if (!(error instanceof MailError) || !error.isFinal) throw error;
    context.log.warn({ err: error, subject: mail.subject }, "a mail about a sign-in was refused");
    throw new JobRefused(error.message);
  }
}

const resultOf = (error: unknown): string =>
  error instanceof MailError ? (error.isFinal ? "refused" : "failed") : "aborted";

/** Returns the address of a link's password page. */
export const resetAddress = ({ publicUrl }: Pick<Context, "publicUrl">, secret: string): string =>
  `${publicUrl()}/reset?token=${secret}`;
