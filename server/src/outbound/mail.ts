import type { FailureReason } from "@groundplan/contract";
import { reasonOf } from "./classify.ts";
import { sentenceOf } from "./errors.ts";

/** The operator's mail server, and the address that mails come from. */
export interface MailServer {
  url: string;
  from: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * The reason why a mail was not taken. Its message names nothing of the mail, which the mail server's own words may repeat.
 */
export class MailError extends Error {
  override name = "MailError";
  /** True where the server will never take it, so that trying again is of no use. */
  readonly isFinal: boolean;

  readonly reason: FailureReason;

  constructor(error: Error & { code?: string; responseCode?: number }, host: string) {
    const { code = "", responseCode } = error;
    const isAnswered = responseCode !== undefined || !ofConnection.has(code);
    const reason = isAnswered ? "status" : reasonOf(error);
    const said = [code, responseCode].filter(Boolean).join(" ") || "no reason was given";
    super(`The mail server ${host} did not take the mail (${said}). ${sentenceOf(reason)}`);
    this.reason = reason;
    this.isFinal = (code === "EENVELOPE" || code === "EMESSAGE") && (responseCode ?? 0) >= 500;
  }
}

/** Nodemailer's codes for a connection that failed; with others the server has answered. */
const ofConnection = new Set(["ESOCKET", "ECONNECTION", "EDNS", "ETIMEDOUT", "ETLS"]);

const seconds = 1000;

/** Hands a mail to the operator's mail server; throws `MailError`. The server's address is trusted, as a setting is. */
export async function sendMail(server: MailServer, mail: Mail, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: server.url,
    ...(isTlsNeeded(server.url) ? { requireTLS: true } : {}),
    connectionTimeout: 20 * seconds,
    greetingTimeout: 20 * seconds,
    socketTimeout: 60 * seconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const sending = transport
    .sendMail({
      from: server.from,
      // As an object it is one address, whatever is in it.
      to: { name: "", address: mail.to },
      subject: mail.subject,
      text: mail.text,
      headers: { "Auto-Submitted": "auto-generated" },
    })
    .catch((error) => {
      throw new MailError(error, new URL(server.url).host);
    });
  await Promise.race([sending, stopped]);
}

/** Returns true where a password would go over a network: it is sent encrypted or not at all, unless the address says. */
function isTlsNeeded(address: string): boolean {
  const { protocol, hostname, password, searchParams } = new URL(address);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const isSaid = searchParams.has("requireTLS") || searchParams.has("ignoreTLS");
  return protocol === "smtp:" && password !== "" && !isHere && !isSaid;
}
