import { ApiError } from "../../../client/src/errors.ts";
import { isAway } from "./availability.ts";

/** Retryable codes whose status alone doesn't tell. */
const passing = ["revision_conflict", "precondition_failed", "idempotency_conflict"];

/** Tells whether a retry may succeed. */
export const mayHelp = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status === 429 || error.status >= 500 || passing.includes(error.code)
    : isAway(error);
