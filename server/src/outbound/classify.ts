import type { FailureReason } from "@groundplan/contract";

/** The system's codes by class; what stands nowhere here ended the connection. */
const codes: Partial<Record<FailureReason, readonly string[]>> = {
  refused: ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "EACCES", "EPERM"],
  timeout: ["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"],
  dns: ["ENOTFOUND", "ENODATA", "ESERVFAIL", "EDNS"],
};

/** The codes of OpenSSL and of Node's TLS, as for a certificate that has expired or that nobody trusts. */
const ofTls =
  /^(?:ERR_(?:TLS|SSL|OSSL)_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_)|SELF_SIGNED|^(?:EPROTO|ETLS|UND_ERR_PRX_TLS|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/;

/** Returns the class of an error that a socket, the resolver or the HTTP client threw. */
export function reasonOf(thrown: unknown): FailureReason {
  const found = [...codesIn(thrown)];
  if (found.some((code) => ofTls.test(code))) return "tls";
  if (found.some((code) => code.startsWith("EAI_"))) return "dns";
  for (const reason of ["dns", "timeout", "refused"] as const)
    if (found.some((code) => codes[reason]?.includes(code))) return reason;
  return "reset";
}

/** Yields the codes of an error and of its causes; where several addresses were dialled, those of each. */
function* codesIn(thrown: unknown): Generator<string> {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ("code" in error && typeof error.code === "string") yield error.code;
    // Nodemailer puts a word of its own in the place of the system's code.
    if ("originalCode" in error && typeof error.originalCode === "string") yield error.originalCode;
    if (error instanceof AggregateError) for (const one of error.errors) yield* codesIn(one);
  }
}
