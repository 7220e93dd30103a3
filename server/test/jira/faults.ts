import type { Fault } from "../github/faults.ts";

/**
 * A fault of any server, or one of Jira's own: elements of a bulk create that fail although nothing is wrong
 * with them. Plain data, so it can be set from another process.
 */
export type JiraFault = Fault & { failElements?: { index: number; status: number }[] };

/** The value of RateLimit-Reason. */
export type LimitReason =
  | "jira-quota-global-based"
  | "jira-quota-tenant-based"
  | "jira-burst-based"
  | "jira-per-issue-on-write";

/** Headers of a 429: Retry-After in seconds, the end of the wait as ISO 8601. */
export const limitHeaders = (reason: LimitReason, retryAfter: number, limit: number) => ({
  "retry-after": String(retryAfter),
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": "0",
  "x-ratelimit-reset": new Date(Date.now() + retryAfter * 1000).toISOString(),
  "x-ratelimit-nearlimit": "true",
  "ratelimit-reason": reason,
});

export const limitMessage = "Rate limit exceeded.";

const refused = (status: number, message: string) => ({
  status,
  body: { errorMessages: [message], errors: {} },
});

/** The faults that a client of Jira must survive, by name. */
export const faults = {
  /** The operation is done, the answer never arrives. */
  loseReply: { after: "cut" } satisfies Fault,
  /** The connection breaks before the operation. */
  cut: { before: "cut" } satisfies Fault,
  /** The operation is done, half of the answer arrives. */
  truncate: { after: "truncate" } satisfies Fault,
  /** The credential has expired: from this request on it is answered by 401. */
  revoke: { revoke: true } satisfies Fault,
  slow: (delayMs: number): Fault => ({ delayMs }),
  /** 500, 503 … with Jira's own body, before or after the operation was done. */
  serverError: (status: number, when: "before" | "after"): Fault => ({
    [when]: refused(status, "Internal server error"),
  }),
  /** A proxy's page in the place of the answer, with any status. */
  proxyPage: (status: number, when: "before" | "after"): Fault => ({
    [when]: { status, body: "<!DOCTYPE html><html><body>Please sign in to continue</body></html>" },
  }),
  /** Refuses without doing anything, with the seconds to wait. */
  limited: (reason: LimitReason, retryAfter: number): Fault => ({
    before: { ...refused(429, limitMessage), headers: limitHeaders(reason, retryAfter, 100) },
  }),
  /** Refuses without doing anything, as somebody else was writing to the same issue. */
  conflict: { before: refused(409, "The issue was updated by another request.") } satisfies Fault,
  /** These elements of a bulk create fail, the others are created. */
  failElements: (status: number, ...indexes: number[]): JiraFault => ({
    failElements: indexes.map((index) => ({ index, status })),
  }),
};
