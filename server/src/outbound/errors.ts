const SENTENCES = {
  bad_url: "The address must be a complete http or https address without a user name or password",
  blocked_address:
    "The address leads into a private network or to this machine, where the service may not connect",
  timeout: "The other side did not answer in time",
  too_large: "The answer is larger than allowed",
  too_many_redirects: "The address redirects more often than allowed",
  unreachable: "The address gives no usable answer",
};

export type OutboundErrorCode = keyof typeof SENTENCES;

/**
 * The reason why a call to another service failed. The message is a fixed sentence, so it can be shown to anyone: it
 * holds no credential, nothing the other side sent and no resolved address.
 */
export class OutboundError extends Error {
  override name = "OutboundError";
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, detail?: string) {
    super(detail ? `${SENTENCES[code]} (${detail}).` : `${SENTENCES[code]}.`);
    this.code = code;
  }
}

/**
 * Returns the caller's version of an error that undici's fetch threw. The cause is left out on purpose: it names the
 * addresses that were dialled. Only its code (ECONNREFUSED, CERT_HAS_EXPIRED …) stays.
 */
export function asOutboundError(thrown: unknown): OutboundError {
  let code: string | undefined;
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof OutboundError) return error;
    if (error.message === "bad port") return new OutboundError("bad_url", "its port is not for web services");
    if ("code" in error && typeof error.code === "string") code = error.code;
  }
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") return new OutboundError("timeout");
  return new OutboundError("unreachable", code);
}
