import type { Fetch } from "./client.ts";

/** Returns true for the status of a failure. That something is not there, or gone, is an answer: people delete issues. */
export const isErrorStatus = (status: number): boolean => status >= 400 && status !== 404 && status !== 410;

/** Returns `fetch` with calls whose error statuses the operator is told of; a call may say itself which are errors. */
export const tellingErrors =
  (fetch: Fetch): Fetch =>
  (url, init) =>
    fetch(url, { isError: isErrorStatus, ...init });
