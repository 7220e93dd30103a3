import type { GraphQLError } from "graphql";
import type { Fault, Sent } from "../common/faults.ts";
import {
  authenticationError,
  forbidden,
  internalError,
  lockTimeout,
  rateLimited,
  usageLimit,
} from "./graphql/errors.ts";

const sent = (status: number, error: GraphQLError, headers?: Record<string, string>): Sent => ({
  status,
  // The whole request failed, so there is no data.
  body: { errors: [error.toJSON()], ...(status === 200 ? { data: null } : {}) },
  ...(headers === undefined ? {} : { headers }),
});

export const faults = {
  loseReply: { after: "cut" } satisfies Fault,
  cut: { before: "cut" } satisfies Fault,
  truncate: { after: "truncate" } satisfies Fault,
  /** Revokes the token from this request on (401). */
  revoke: { revoke: true } satisfies Fault,
  slow: (delayMs: number): Fault => ({ delayMs }),
  /** A proxy's page (500, 502 …, or 200), before or after execution. */
  html: (status: number, when: "before" | "after"): Fault => ({
    [when]: { status, body: "<html>Bad gateway</html>" },
  }),
  /** Linear's internal error: 200 or 500 with `errors`, before or after execution. */
  internalError: (when: "before" | "after", status = 200): Fault => ({
    [when]: sent(status, internalError()),
  }),
  /** A rate limit until this many milliseconds from now; 429 is possible too. */
  rateLimited: (
    bucket: "requests" | "complexity",
    resetInMs: number,
    more: { status?: 400 | 429; retryAfter?: number } = {},
  ): Fault => ({
    before: sent(more.status ?? 400, rateLimited(`too many ${bucket}`), {
      [`x-ratelimit-${bucket}-remaining`]: "0",
      [`x-ratelimit-${bucket}-reset`]: String(Date.now() + resetInMs),
      ...(more.retryAfter === undefined ? {} : { "retry-after": String(more.retryAfter) }),
    }),
  }),
  /** A refused token. Linear has answered with 400 and 401. */
  unauthenticated: (status: 200 | 400 | 401 = 401): Fault => ({
    before: sent(status, authenticationError()),
  }),
  /** A concurrent change of the record; nothing was done. */
  lockTimeout: (status: 200 | 400 | 409 = 200): Fault => ({ before: sent(status, lockTimeout()) }),
  forbidden: (status: 200 | 400 | 403 = 200): Fault => ({ before: sent(status, forbidden()) }),
  usageLimit: (status: 200 | 400 | 403 = 200): Fault => ({
    before: sent(status, usageLimit("250 active issues")),
  }),
};
