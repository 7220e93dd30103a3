import { ApiError } from "../../../client/src/errors.ts";

/** Tells whether the resource does not exist or is not visible to the user. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
