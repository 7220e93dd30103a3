import { ApiError } from "../../../client/src/errors.ts";
import { isAway } from "./reach.ts";

/** The codes of refusals that the same change may not get again, beside those that say so by their status. */
const passing = ["revision_conflict", "precondition_failed", "idempotency_conflict"];

/** Tells whether what was refused may be taken when it is sent again. */
export const mayHelp = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status === 429 || error.status >= 500 || passing.includes(error.code)
    : isAway(error);
