import { ApiError } from "../../../client/src/errors.ts";
import { isAway } from "./reach.ts";

/** Error codes for which a retry may succeed, besides those known by their status. */
const passing = ["revision_conflict", "precondition_failed", "idempotency_conflict"];

/** Tells whether retrying a refused change may succeed. */
export const mayHelp = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status === 429 || error.status >= 500 || passing.includes(error.code)
    : isAway(error);
