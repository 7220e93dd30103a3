import type { Governor, Limit, LimitState } from "../limits/governor.ts";
import { retryAfterSeconds } from "../retry-after.ts";

/** The headers of an answer, with lower-case names. */
export type Headers = Readonly<Record<string, unknown>>;

/**
 * One server's limits (docs.github.com, "Rate limits for the REST API"). api.github.com allows about 500
 * content-creating calls per hour, of which users keep a fifth, and asks for a second between writes. A
 * self-hosted server has only the limits that its answers state.
 */
export interface Limits {
  requests: Limit;
  content: Limit;
  write: Limit;
  /** The most concurrent writes. */
  writesAtOnce: number;
}

/** Returns false for a self-hosted server. */
export const isGitHubItself = (baseUrl: string) => new URL(baseUrl).hostname === "api.github.com";

const newThings = {
  most: 400,
  perSeconds: 3600,
  sentence: "GitHub takes 400 new things an hour.",
};

export function limitsOf(baseUrl: string): Limits {
  const requests = { name: "requests" };
  if (!isGitHubItself(baseUrl)) {
    return { requests, content: { name: "content" }, write: { name: "write" }, writesAtOnce: 4 };
  }
  return {
    requests,
    content: { name: "content", quota: newThings, apartMs: 1000 },
    write: { name: "write", apartMs: 1000 },
    writesAtOnce: 1,
  };
}

const createsContent = /^POST .*\/(?:issues|sub_issues|blocked_by)$/;

/** Returns the limits that apply to a call. */
export function limitsFor(route: string, { requests, content, write }: Limits): Limit[] {
  if (route.startsWith("GET ")) return [requests];
  return [requests, createsContent.test(route) ? content : write];
}

/**
 * Returns the seconds to wait, from `Retry-After` or the reset of an exhausted budget; null if neither is
 * given.
 */
export function secondsToWait(headers: Headers): number | null {
  const after = retryAfterSeconds(textOf(headers["retry-after"]), textOf(headers.date));
  if (after !== null) return after;
  return String(headers["x-ratelimit-remaining"]) === "0" ? secondsUntilReset(headers) : null;
}

const textOf = (header: unknown) => (header === undefined ? null : String(header));

/** Returns the seconds until the reset by GitHub's clock, or null. */
function secondsUntilReset(headers: Headers): number | null {
  const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  if (Number.isNaN(reset)) return null;
  const now = Date.parse(String(headers.date)) || Date.now();
  return Math.max(1, Math.ceil(reset - now / 1000));
}

/**
 * Passes an answer's limits to the governor. A wait covers all calls of the connection, as calling on during
 * a limit risks a ban.
 */
export async function learn(
  governor: Governor,
  { requests }: Limits,
  headers: Headers,
  waitSeconds: number | null,
): Promise<void> {
  const left = leftOf(headers);
  if (left === null && waitSeconds === null) return;
  await governor.learn(requests, {
    ...(left === null ? {} : { left }),
    ...(waitSeconds === null ? {} : { waitSeconds }),
  });
}

function leftOf(headers: Headers): NonNullable<LimitState["left"]> | null {
  const { "x-ratelimit-resource": resource = "core" } = headers;
  const remaining = Number(headers["x-ratelimit-remaining"] ?? Number.NaN);
  const limit = Number(headers["x-ratelimit-limit"] ?? Number.NaN);
  const resetSeconds = secondsUntilReset(headers);
  if (resource !== "core" || !(remaining >= 0) || !(limit > 0) || resetSeconds === null) return null;
  return { remaining, limit, resetSeconds };
}
