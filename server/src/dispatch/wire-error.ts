import type { ErrorCode } from "@groundplan/contract";
import { ApiError } from "../errors.ts";

/** An error on its way from the writer thread. Only `api` is shown to callers. */
export type WireError =
  | { kind: "api"; code: ErrorCode; message: string; details: unknown; headers: Record<string, string> }
  | { kind: "unavailable"; reason: string }
  | { kind: "internal"; message: string; stack: string | undefined };

/** The database can't take writes now: disk full or broken, locked for too long, not reachable, shutting down. */
const busyOrBroken =
  /^(SQLITE_(FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN)|08|53|57P|ECONN|ENOTFOUND|ETIMEDOUT|EPIPE)/;

/** What the PostgreSQL client says without a code. */
const noConnection =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error)/;

export function toWire(error: unknown): WireError {
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

export function fromWire(wire: WireError): Error {
  if (wire.kind === "api") return new ApiError(wire.code, wire.message, wire.details, wire.headers);
  if (wire.kind === "unavailable") return unavailable(wire.reason);
  const error = new Error(wire.message);
  if (wire.stack) error.stack = wire.stack;
  return error;
}

/** 503 with a time to come back; the reason is for the log. */
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
