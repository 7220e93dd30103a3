import { type ErrorCode, errors, type FailureReason } from "@groundplan/contract";

/** An error of the contract's list, with a message that says what to do. */
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

/** The error for an unknown path. */
export const nothingHere = (): ApiError =>
  new ApiError("not_found", "There is nothing at this address. Check the path.");

/**
 * The 404 for a resource that is missing or unreadable, deliberately indistinguishable (contract section 4,
 * access rules).
 */
export function notFound(what: string): ApiError {
  return new ApiError(
    "not_found",
    `There is no such ${what}, or you can't read it. Check the address and the handle.`,
  );
}

/** Finds a resource by way of others; if one of them is missing or unreadable, the 404 speaks of `what` itself. */
export async function foundAs<T>(what: string, find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    throw error instanceof ApiError && error.code === "not_found" ? notFound(what) : error;
  }
}

export function forbidden(message: string): ApiError {
  return new ApiError("forbidden", message);
}

/** A fault of a body field; `path` is a JSON Pointer. */
interface Detail {
  path: string;
  message: string;
}

/** The 400 for well-typed but impossible input. `path` is a JSON Pointer into the body. */
export const invalid = (path: string, message: string): ApiError => invalidFields([{ path, message }]);

/** Fields listed in an error. */
const mostFields = 50;

/** The same 400 for several fields; its message is about the first. */
export function invalidFields(fields: readonly Detail[]): ApiError {
  const [first] = fields;
  const what = `${first?.path || "the body"} ${first?.message ?? "is wrong"}`;
  return new ApiError("invalid_request", `The request is not valid: ${what}.`, fields.slice(0, mostFields));
}

/** The 504 for another service's timeout, and the 502 for its other failures. */
export function upstreamFailed(
  provider: string,
  reason: FailureReason,
  message: string,
  headers: Record<string, string> = {},
): ApiError {
  const code = reason === "timeout" ? "upstream_timeout" : "upstream_error";
  return new ApiError(code, message, { provider, reason }, headers);
}

/** The 401 for a missing or invalid credential (contract section 5). */
export const unauthorized = (message: string, headers: Record<string, string> = {}) =>
  new ApiError("unauthorized", message, undefined, { ...headers, "www-authenticate": "Bearer" });

/** The 403 for a scope that is too small (contract section 5). */
export const insufficientScope = (message: string) =>
  new ApiError("insufficient_scope", message, undefined, {
    "www-authenticate": 'Bearer error="insufficient_scope", scope="write"',
  });

/** The 400 for a fault in a header or the address. */
export function invalidHead(message: string): ApiError {
  return new ApiError("invalid_request", `The request is not valid: ${message}.`, [{ path: "", message }]);
}

/** Adds a body field to a 404 or 409 as its cause. `path` is a JSON Pointer. */
export function inField(path: string, error: ApiError): ApiError {
  const { code, message, headers } = error;
  return new ApiError(code, `${path}: ${message}`, [{ path, message }], headers);
}

/** Runs work for an item of a list, which its errors then name. `path` is a JSON Pointer. */
export async function ofItem<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, details, headers } = error;
    const [first] = Array.isArray(details) ? (details as Detail[]) : [];
    if (!first) throw new ApiError(code, `${path}: ${message}`, details, headers);
    throw code === "invalid_request"
      ? invalid(path + first.path, first.message)
      : inField(path + first.path, new ApiError(code, first.message, undefined, headers));
  }
}

/** Runs work for a body field; a 404 or 409 without details names the field. */
export async function ofField<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOurs = error instanceof ApiError && error.details === undefined;
    throw isOurs && (error.status === 404 || error.status === 409) ? inField(path, error) : error;
  }
}
