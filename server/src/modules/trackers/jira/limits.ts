import type { Governor, Limit, LimitState } from "../limits/governor.ts";
import { retryAfterSeconds } from "../retry-after.ts";

/** Jira's points per hour, by connection. */
export const requests: Limit = { name: "requests" };

/**
 * Returns a share of Atlassian's cloud limits per second (GET and POST 100, PUT and DELETE 50). Other servers
 * have none.
 */
export function limitOf(route: string, isCloud: boolean): Limit {
  if (!isCloud) return { name: route };
  const most = /^(PUT|DELETE) /.test(route) ? 30 : 60;
  const sentence = `Jira takes ${most} calls of a kind a second.`;
  return { name: route, quota: { most, perSeconds: 1, sentence } };
}

export const isCloud = (baseUrl: string) => /(^|\.)atlassian\.(net|com)$/.test(new URL(baseUrl).hostname);

export function limitedBy(headers: Headers): "requests" | "operation" | "issue" {
  const reason = headers.get("ratelimit-reason") ?? "";
  if (reason.includes("per-issue")) return "issue";
  return reason.includes("burst") ? "operation" : "requests";
}

const briefPauseSeconds = 2;

/** Uses `Retry-After`, else the reset by Jira's clock. Limits per second pass quickly. */
export function secondsToWait(headers: Headers): number | null {
  const after = retryAfterSeconds(headers.get("retry-after"), headers.get("date"));
  if (after !== null) return after;
  const until = secondsToReset(headers);
  if (until !== null) return Math.max(1, until);
  return limitedBy(headers) === "requests" ? null : briefPauseSeconds;
}

function secondsToReset(headers: Headers): number | null {
  const reset = Date.parse(headers.get("x-ratelimit-reset") ?? "");
  if (Number.isNaN(reset)) return null;
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  return Math.max(0, Math.ceil((reset - now) / 1000));
}

/** Leaves out a limit of one issue, as only that issue waits. */
export async function learnFrom(
  governor: Governor,
  operation: Limit,
  { status, headers }: { status: number; headers: Headers },
): Promise<void> {
  if (status === 429) {
    const limit = limitedBy(headers);
    const waitSeconds = secondsToWait(headers);
    if (limit === "issue" || waitSeconds === null) return;
    return governor.learn(limit === "operation" ? operation : requests, { waitSeconds });
  }
  const left = leftOf(headers);
  if (left) await governor.learn(left.resetSeconds <= mostBurstSeconds ? operation : requests, { left });
}

/** Jira doesn't name the limit: operations reset within seconds, points don't. */
const mostBurstSeconds = 60;

function leftOf(headers: Headers): LimitState["left"] | null {
  const limit = Number(headers.get("x-ratelimit-limit") ?? Number.NaN);
  const remaining = Number(headers.get("x-ratelimit-remaining") ?? Number.NaN);
  const resetSeconds = secondsToReset(headers);
  return limit > 0 && remaining >= 0 && resetSeconds !== null ? { remaining, limit, resetSeconds } : null;
}
