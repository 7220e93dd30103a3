import { ApiError } from "../../../client/src/errors.ts";

/** Tells whether what was asked for is not there, or may not be seen. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
