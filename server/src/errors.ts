import { type ErrorCode, errors } from "@groundplan/contract";

/** An error of the contract's vocabulary: the message is for people and says what to do. */
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

/** What the caller can't read does not exist: the same words for both (contract section 4, access rules). */
export function notFound(what: string): ApiError {
  return new ApiError(
    "not_found",
    `There is no such ${what}, or you can't read it. Check the address and the handle.`,
  );
}

export function forbidden(message: string): ApiError {
  return new ApiError("forbidden", message);
}

/** Input that has the right types but can't be meant. `path` is a JSON Pointer into the body. */
export function invalid(path: string, message: string): ApiError {
  return new ApiError("invalid_request", `The request is not valid: ${path || "the body"} ${message}.`, [
    { path, message },
  ]);
}
