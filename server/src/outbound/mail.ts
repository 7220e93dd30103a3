import type { FailureReason } from "@groundplan/contract";
import { reasonOf } from "./classify.ts";
import { sentenceOf } from "./errors.ts";

/** The operator's mail server and sender. */
export interface MailServer {
  url: string;
  from: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** In angle brackets; by default a random one. */
  messageId?: string;
  headers?: Readonly<Record<string, string>>;
}

/** A refused mail. The message contains nothing of the mail, which the server's own words may repeat. */
export class MailError extends Error {
  override name = "MailError";
  /** True if retrying is pointless. */
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

/** Nodemailer's codes for connection failures; for others the server has answered. */
const ofConnection = new Set(["ESOCKET", "ECONNECTION", "EDNS", "ETIMEDOUT", "ETLS"]);

const seconds = 1000;

/** Sends a mail through the operator's trusted server; throws `MailError`. */
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
      // An object is always a single address.
      to: { name: "", address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: mail.messageId,
      headers: Object.assign({ "Auto-Submitted": "auto-generated" }, mail.headers),
    })
    .catch((error) => {
      throw new MailError(error, new URL(server.url).host);
    });
  await Promise.race([sending, stopped]);
}

/** Tests whether a password would cross a network, which requires TLS unless the address opts out. */
function isTlsNeeded(address: string): boolean {
  const { protocol, hostname, password, searchParams } = new URL(address);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const isSaid = searchParams.has("requireTLS") || searchParams.has("ignoreTLS");
  return protocol === "smtp:" && password !== "" && !isHere && !isSaid;
}
