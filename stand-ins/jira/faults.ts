import type { Fault } from "../common/faults.ts";

/**
 * A generic fault, or Jira's failing elements of a valid bulk create. Plain data, settable from another
 * process.
 */
export type JiraFault = Fault & { failElements?: { index: number; status: number }[] };

export type LimitReason =
  | "jira-quota-global-based"
  | "jira-quota-tenant-based"
  | "jira-burst-based"
  | "jira-per-issue-on-write";

/** Returns a 429's headers: Retry-After in seconds, the reset in ISO 8601. */
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

export const faults = {
  loseReply: { after: "cut" } satisfies Fault,
  cut: { before: "cut" } satisfies Fault,
  truncate: { after: "truncate" } satisfies Fault,
  /** The credential expires: 401 from this request on. */
  revoke: { revoke: true } satisfies Fault,
  slow: (delayMs: number): Fault => ({ delayMs }),
  /** 500, 503 … with Jira's own body, before or after execution. */
  serverError: (status: number, when: "before" | "after"): Fault => ({
    [when]: refused(status, "Internal server error"),
  }),
  /** A proxy's page instead of the answer, with any status. */
  proxyPage: (status: number, when: "before" | "after"): Fault => ({
    [when]: { status, body: "<!DOCTYPE html><html><body>Please sign in to continue</body></html>" },
  }),
  /** A rate limit with a wait in seconds. */
  limited: (reason: LimitReason, retryAfter: number): Fault => ({
    before: { ...refused(429, limitMessage), headers: limitHeaders(reason, retryAfter, 100) },
  }),
  /** A refusal due to a concurrent write to the issue. */
  conflict: { before: refused(409, "The issue was updated by another request.") } satisfies Fault,
  /** These elements of a bulk create fail, the rest are created. */
  failElements: (status: number, ...indexes: number[]): JiraFault => ({
    failElements: indexes.map((index) => ({ index, status })),
  }),
};
