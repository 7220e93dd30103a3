import type { Fault } from "../common/faults.ts";

const now = () => Math.floor(Date.now() / 1000);
const overLimit = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";

export const faults = {
  loseReply: { after: "cut" } satisfies Fault,
  cut: { before: "cut" } satisfies Fault,
  truncate: { after: "truncate" } satisfies Fault,
  /** Revokes the token from this request on (401). */
  revoke: { revoke: true } satisfies Fault,
  slow: (delayMs: number): Fault => ({ delayMs }),
  /** 500, 502 …, before or after execution. */
  serverError: (status: number, when: "before" | "after"): Fault => ({
    [when]: { status, body: "<html>Unicorn!</html>" },
  }),
  /** The secondary limit: 403 or 429, with or without Retry-After (seconds). */
  secondaryLimit: (status: 403 | 429, retryAfter?: number): Fault => ({
    before: {
      status,
      body: { message: overLimit, documentation_url: "https://docs.github.com/rest", status: String(status) },
      ...(retryAfter === undefined ? {} : { headers: { "retry-after": String(retryAfter) } }),
    },
  }),
  /** The hourly limit, reset in this many seconds. */
  primaryLimit: (resetIn: number): Fault => ({
    before: {
      status: 403,
      body: {
        message: "API rate limit exceeded",
        documentation_url: "https://docs.github.com/rest",
        status: "403",
      },
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now() + resetIn) },
    },
  }),
};
