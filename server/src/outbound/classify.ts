import type { FailureReason } from "@groundplan/contract";

/** System error codes by class; the default is a reset. */
const codes: Partial<Record<FailureReason, readonly string[]>> = {
  refused: ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "EACCES", "EPERM"],
  timeout: ["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"],
  dns: ["ENOTFOUND", "ENODATA", "ESERVFAIL", "EDNS"],
};

/** Codes of OpenSSL and Node's TLS. */
const ofTls =
  /^(?:ERR_(?:TLS|SSL|OSSL)_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_)|SELF_SIGNED|^(?:EPROTO|ETLS|UND_ERR_PRX_TLS|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/;

/** Classifies an error of a socket, the resolver or the HTTP client. */
export function reasonOf(thrown: unknown): FailureReason {
  const found = [...codesIn(thrown)];
  if (found.some((code) => ofTls.test(code))) return "tls";
  if (found.some((code) => code.startsWith("EAI_"))) return "dns";
  for (const reason of ["dns", "timeout", "refused"] as const)
    if (found.some((code) => codes[reason]?.includes(code))) return reason;
  return "reset";
}

/** Yields codes of an error and its causes, of each address if several were dialled. */
function* codesIn(thrown: unknown): Generator<string> {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ("code" in error && typeof error.code === "string") yield error.code;
    // Nodemailer replaces the system's code.
    if ("originalCode" in error && typeof error.originalCode === "string") yield error.originalCode;
    if (error instanceof AggregateError) for (const one of error.errors) yield* codesIn(one);
  }
}
