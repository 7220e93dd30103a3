import { type ErrorCode, errors, type FailureReason } from "@groundplan/contract";

/** An error of the contract's list. The message is for people and says what to do. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string = errors[code].when,
    details?: unknown,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return errors[this.code].status;
  }
}

/** Returns the error for an address at which there is nothing. */
export const nothingHere = (): ApiError =>
  new ApiError("not_found", "There is nothing at this address. Check the path.");

/**
 * Returns the 404 for a resource that is missing or that the caller can't read: both have the same words (contract
 * section 4, access rules).
 */
export function notFound(what: string): ApiError {
  return new ApiError(
    "not_found",
    `There is no such ${what}, or you can't read it. Check the address and the handle.`,
  );
}

export function forbidden(message: string): ApiError {
  return new ApiError("forbidden", message);
}

/** Returns the 400 for input that has the right types but is not possible. `path` is a JSON Pointer into the body. */
export function invalid(path: string, message: string): ApiError {
  return new ApiError("invalid_request", `The request is not valid: ${path || "the body"} ${message}.`, [
    { path, message },
  ]);
}

/** Returns the 504 for another service that took too long, and the 502 for one that failed otherwise. */
export function upstreamFailed(
  provider: string,
  reason: FailureReason,
  message: string,
  headers: Record<string, string> = {},
): ApiError {
  const code = reason === "timeout" ? "upstream_timeout" : "upstream_error";
  return new ApiError(code, message, { provider, reason }, headers);
}

/** Returns the 401 for a request without a valid credential (contract section 5). */
export const unauthorized = (message: string, headers: Record<string, string> = {}) =>
  new ApiError("unauthorized", message, undefined, { ...headers, "www-authenticate": "Bearer" });

/** Returns the 403 for a scope that is too small: a scope is a ceiling and never widens access (contract section 5). */
export const insufficientScope = (message: string) =>
  new ApiError("insufficient_scope", message, undefined, {
    "www-authenticate": 'Bearer error="insufficient_scope", scope="write"',
  });

/** Returns the 400 for a fault outside of the body: in a header, or in the address as a whole. */
export function invalidHead(message: string): ApiError {
  return new ApiError("invalid_request", `The request is not valid: ${message}.`, [{ path: "", message }]);
}

/**
 * Returns the error with its details naming one field of the body as the cause, where it is a 404 or 409. `path` is a
 * JSON Pointer.
 */
export function inField(path: string, error: ApiError): ApiError {
  const { code, message, headers } = error;
  return new ApiError(code, `${path}: ${message}`, [{ path, message }], headers);
}

/** Runs the work that a field of the body asks for: a 404 or 409 without details gets that field named in them. */
export async function ofField<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOurs = error instanceof ApiError && error.details === undefined;
    throw isOurs && (error.status === 404 || error.status === 409) ? inField(path, error) : error;
  }
}
