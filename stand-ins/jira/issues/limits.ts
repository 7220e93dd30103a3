import { type LimitReason, limitHeaders, limitMessage } from "../faults.ts";
import { JiraRefusal } from "../refusals.ts";
import type { RateLimits } from "../site.ts";

export const defaultLimits = (): RateLimits => ({
  perIssueWrites: false,
  burst: false,
  links: 2000,
  attachment: 10_485_760,
  text: 32_767,
  textCount: "text",
  indexDelayMs: 300,
});

/** The number of calls per time. */
type Window = { count: number; ms: number };

// Atlassian's page on rate limiting, 2026.
const perIssue: Window[] = [
  { count: 20, ms: 2_000 },
  { count: 100, ms: 30_000 },
];
const burst: Record<string, number> = { GET: 100, POST: 100, PUT: 50, DELETE: 50 };
const longest = 30_000;

/** Counts accepted calls. Throws 429 with the seconds to wait. */
export function createLimiter(limits: RateLimits) {
  const seen = new Map<string, number[]>();

  function recent(name: string): number[] {
    const times = (seen.get(name) ?? []).filter((at) => at > Date.now() - longest);
    seen.set(name, times);
    return times;
  }

  function refuseFull(name: string, windows: Window[], reason: LimitReason): void {
    for (const { count, ms } of windows) {
      const within = recent(name).filter((at) => at > Date.now() - ms);
      const oldest = within.at(-count);
      if (oldest === undefined) continue;
      const wait = Math.max(1, Math.ceil((oldest + ms - Date.now()) / 1000));
      throw new JiraRefusal(429, [limitMessage], {}, limitHeaders(reason, wait, count));
    }
  }

  return {
    writes(ids: string[]): void {
      if (!limits.perIssueWrites) return;
      for (const id of ids) refuseFull(id, perIssue, "jira-per-issue-on-write");
      for (const id of ids) recent(id).push(Date.now());
    },
    /** Counts a call of an operation; returns its answer's headers. */
    call(method: string, operation: string): Record<string, string> {
      if (!limits.burst) return {};
      const limit = burst[method] ?? 50;
      refuseFull(operation, [{ count: limit, ms: 1000 }], "jira-burst-based");
      const times = recent(operation);
      times.push(Date.now());
      const remaining = limit - times.filter((at) => at > Date.now() - 1000).length;
      return {
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": String(remaining),
        ...(remaining < limit / 5 ? { "x-ratelimit-nearlimit": "true" } : {}),
      };
    },
  };
}
