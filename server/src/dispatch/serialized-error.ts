import type { ErrorCode } from "@groundplan/contract";
import { ApiError } from "../errors.ts";

/** An error leaving the writer thread. Callers only see `api` errors. */
export type SerializedError =
  | { kind: "api"; code: ErrorCode; message: string; details: unknown; headers: Record<string, string> }
  | { kind: "unavailable"; reason: string }
  | { kind: "internal"; message: string; stack: string | undefined };

/**
 * Codes of a database that can't answer now: full or broken disk, lock, unreachable, shutting down,
 * read-only; on PostgreSQL also timeouts (57014, 55P03, 25P03) and conflicts (40001, 40P01).
 */
const busyOrBroken =
  /^(SQLITE_(FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN)|08|53|57|25006|25P03|55P03|40001|40P01|ECONN|ENOTFOUND|ETIMEDOUT|EPIPE)/;

/** Messages of the PostgreSQL client without a code. */
const noConnection =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error)/;

export function serializeError(error: unknown): SerializedError {
  if (error instanceof ApiError) {
    return {
      kind: "api",
      code: error.code,
      message: error.message,
      details: error.details,
      headers: error.headers,
    };
  }
  const { message, stack, code }: Error & { code?: unknown } =
    error instanceof Error ? error : new Error(String(error));
  if (typeof code === "string" && busyOrBroken.test(code))
    return { kind: "unavailable", reason: `${code} ${message}` };
  if (noConnection.test(message)) return { kind: "unavailable", reason: message };
  return { kind: "internal", message, stack };
}

export function deserializeError(wire: SerializedError): Error {
  if (wire.kind === "api") return new ApiError(wire.code, wire.message, wire.details, wire.headers);
  if (wire.kind === "unavailable") return unavailable(wire.reason);
  const error = new Error(wire.message);
  if (wire.stack) error.stack = wire.stack;
  return error;
}

/** Returns a 503 with a retry delay; the reason is only logged. */
export function unavailable(reason: string): ApiError {
  const error = new ApiError(
    "unavailable",
    "The service can't answer now. Wait a moment, then repeat the request.",
    undefined,
    {
      "retry-after": "2",
    },
  );
  error.cause = reason;
  return error;
}
