import type { GraphQLError } from "graphql";
import type { Fault, Sent } from "../github/faults.ts";
import {
  authenticationError,
  forbidden,
  internalError,
  lockTimeout,
  rateLimited,
  usageLimit,
} from "./errors.ts";

const sent = (status: number, error: GraphQLError, headers?: Record<string, string>): Sent => ({
  status,
  // Said of the whole request: there is no data.
  body: { errors: [error.toJSON()], ...(status === 200 ? { data: null } : {}) },
  ...(headers === undefined ? {} : { headers }),
});

/** The faults that a client of Linear must survive, by name. */
export const faults = {
  /** The operation is done, the answer never arrives. */
  loseReply: { after: "cut" } satisfies Fault,
  /** The connection breaks before the operation. */
  cut: { before: "cut" } satisfies Fault,
  /** The operation is done, half of the answer arrives. */
  truncate: { after: "truncate" } satisfies Fault,
  /** Makes the token unknown from this request on (401). */
  revoke: { revoke: true } satisfies Fault,
  slow: (delayMs: number): Fault => ({ delayMs }),
  /** 500, 502 …, before or after the operation was done. A proxy's page; 200 is possible too. */
  html: (status: number, when: "before" | "after"): Fault => ({
    [when]: { status, body: "<html>Bad gateway</html>" },
  }),
  /** Linear's own internal error: HTTP 200 or 500 with `errors`, before or after the operation was done. */
  internalError: (when: "before" | "after", status = 200): Fault => ({
    [when]: sent(status, internalError()),
  }),
  /** A limit: nothing remains in the bucket until so many milliseconds from now. 429 is possible as well. */
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
  /** The token is not taken. Linear has answered so with 400 and with 401. */
  unauthenticated: (status: 200 | 400 | 401 = 401): Fault => ({
    before: sent(status, authenticationError()),
  }),
  /** Another change of the same record is under way; nothing was done. */
  lockTimeout: (status: 200 | 400 | 409 = 200): Fault => ({ before: sent(status, lockTimeout()) }),
  forbidden: (status: 200 | 400 | 403 = 200): Fault => ({ before: sent(status, forbidden()) }),
  usageLimit: (status: 200 | 400 | 403 = 200): Fault => ({
    before: sent(status, usageLimit("250 active issues")),
  }),
};
