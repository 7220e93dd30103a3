import { ApiError } from "../errors.ts";
import type { Log } from "../log.ts";
import { serializeError, unavailable } from "./serialized-error.ts";

/** Returns what callers are told of an error: 503 for a database that can't answer, 500 for a fault of ours. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const wire = serializeError(error);
  if (wire.kind === "unavailable") return unavailable(wire.reason);
  return new ApiError(
    "internal_error",
    "The service failed. Repeat the request; if it fails again, tell the operator.",
  );
}

/** Logs our failures as errors with stacks, others' as warnings. */
export function logFailure(log: Log, error: unknown, told: ApiError, requestId: string): void {
  const { code, status, cause, message } = told;
  if (status < 500 || cause === "draining") return;
  if (code === "upstream_error" || code === "upstream_timeout")
    log.warn({ code, cause, reason: message, requestId }, "another service failed");
  else log.error({ err: error, cause, requestId }, "a request failed");
}

/** Returns an error's message, which names the request if the fault is ours. */
export const messageOf = ({ status, message }: ApiError, requestId: string): string =>
  status >= 500 ? `${message} (request ${requestId})` : message;
