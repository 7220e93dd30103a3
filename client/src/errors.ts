/** An error answered by the service, with a code of `docs/errors.md`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  /** Names the request in the service's log. */
  readonly requestId: string | null;

  constructor(
    status: number,
    answer: { code: string; message: string; details?: unknown },
    requestId: string | null,
  ) {
    super(answer.message);
    this.status = status;
    this.code = answer.code;
    this.details = answer.details;
    this.requestId = requestId;
  }
}

/** No service answered at the address. The message says what to do. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

const noHost = "There is no host of that name now. Check the address and the network.";
const advice: Record<string, string> = {
  ECONNREFUSED: "Start the service there, or give another address.",
  ENOTFOUND: noHost,
  EAI_AGAIN: noHost,
};

/** Returns the error for a failed fetch, whose reason is in `cause`. */
export function unreachable(url: string, failure: unknown): ConnectionError {
  const cause = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const reason = cause instanceof Error ? cause.message || code : String(cause);
  // TLS messages quote the library's source lines.
  if (code.startsWith("ERR_SSL_") || code === "EPROTO")
    return new ConnectionError(
      `What listens at ${url} does not speak HTTPS (${code}). Use http://, or the address of the proxy that terminates TLS in front of it.`,
      { cause: failure },
    );
  const sentence = advice[code] ?? `The connection failed (${reason}); check the address and the network.`;
  return new ConnectionError(`Nothing answers at ${url}. ${sentence}`, { cause: failure });
}

/** Returns the error for an answer that is not Groundplan's. */
export function notGroundplan(url: string, response: Response): ConnectionError {
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && location) {
    return new ConnectionError(`${url} sends on to ${location}. Give the service's own address.`);
  }
  const type = response.headers.get("content-type") ?? "no content type";
  return new ConnectionError(
    `What answers is not a Groundplan service at ${url} (status ${response.status}, ${type}). Check the address.`,
  );
}
