import { ApiError } from "../../../client/src/errors.ts";

/** True for both missing and forbidden resources. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
