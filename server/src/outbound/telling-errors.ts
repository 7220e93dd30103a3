import type { Fetch } from "./client.ts";

/** Tests for a failure status. 404 and 410 are answers: users delete issues. */
export const isErrorStatus = (status: number): boolean => status >= 400 && status !== 404 && status !== 410;

/** Wraps `fetch` to report error statuses by default. */
export const tellingErrors =
  (fetch: Fetch): Fetch =>
  (url, init) =>
    fetch(url, { isError: isErrorStatus, ...init });
