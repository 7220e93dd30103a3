import type { FailureReason } from "@groundplan/contract";
import { reasonOf } from "./classify.ts";

/** Messages by failure class: what happened and what to do. */
const sentences = {
  bad_url: "The address must be a complete http or https address without a user name or password",
  tls: "No trusted TLS connection was made. Check the certificate: its name, its expiry date and its chain; a private authority must be named in NODE_EXTRA_CA_CERTS of this service",
  refused:
    "The connection was refused. Check that the other service is running, that the port is right, and that no firewall is in between",
  dns: "The host's name was not found. Check its spelling, and that this service's DNS server knows it",
  timeout:
    "The other side did not answer in time. Check that it is up and that this service can reach it, then try again",
  reset:
    "The connection ended without a complete HTTP answer. Check the log of the other service, and any proxy in between",
  blocked_address:
    "The address leads into a private network or to this machine, where the service may not connect. Use a public address, or ask the operator to allow that network with GROUNDPLAN_ALLOW_PRIVATE_NETWORK",
  redirect: "The address redirects elsewhere. Use the address that it leads to",
  status:
    "The other side answered with an error, or with something other than was asked for. Check the address, and the log of the other service",
  too_large: "The answer is larger than allowed. Check that the address is the right one",
} as const satisfies Record<FailureReason | "bad_url", string>;

export type OutboundErrorCode = keyof typeof sentences;

export const sentenceOf = (reason: FailureReason): string => `${sentences[reason]}.`;

/**
 * A failed call to another service. The message is fixed and safe to show: no credentials, received data or
 * resolved addresses.
 */
export class OutboundError extends Error {
  override name = "OutboundError";
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, detail?: string) {
    super(detail ? `${sentences[code]} (${detail}).` : `${sentences[code]}.`);
    this.code = code;
  }

  /** A malformed address was blocked too. */
  get reason(): FailureReason {
    return this.code === "bad_url" ? "blocked_address" : this.code;
  }
}

/** Returns the caller's version of a fetch error, without its cause, which names dialled addresses. */
export function asOutboundError(thrown: unknown): OutboundError {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof OutboundError) return error;
    if (error.message === "bad port") return new OutboundError("bad_url", "its port is not for web services");
  }
  return new OutboundError(reasonOf(thrown));
}

/** Classifies any error of the guarded client or a library above it. */
export function failureReasonOf(thrown: unknown): FailureReason | null {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof OutboundError) return error.reason;
    if (error.name === "TimeoutError") return "timeout";
  }
  return null;
}
