import type { Governor, Limit, LimitState } from "../limits/governor.ts";
import { retryAfterSeconds } from "../retry-after.ts";

/** Names are lower-case. */
export type Headers = Readonly<Record<string, unknown>>;

/**
 * One server's limits (docs.github.com, "Rate limits for the REST API"). api.github.com allows about 500
 * content-creating calls per hour, of which users keep a fifth, and asks for a second between writes.
 * Self-hosted servers state their limits in answers.
 */
export interface Limits {
  requests: Limit;
  content: Limit;
  write: Limit;
  writesAtOnce: number;
}

export const isGitHubItself = (baseUrl: string) => new URL(baseUrl).hostname === "api.github.com";

const newResources = {
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
    content: { name: "content", quota: newResources, apartMs: 1000 },
    write: { name: "write", apartMs: 1000 },
    writesAtOnce: 1,
  };
}

const createsContent = /^POST .*\/(?:issues|sub_issues|blocked_by)$/;

export function limitsFor(route: string, { requests, content, write }: Limits): Limit[] {
  if (route.startsWith("GET ")) return [requests];
  return [requests, createsContent.test(route) ? content : write];
}

/** Uses `Retry-After`, else the reset of an exhausted budget. */
export function secondsToWait(headers: Headers): number | null {
  const after = retryAfterSeconds(textOf(headers["retry-after"]), textOf(headers.date));
  if (after !== null) return after;
  return String(headers["x-ratelimit-remaining"]) === "0" ? secondsUntilReset(headers) : null;
}

const textOf = (header: unknown) => (header === undefined ? null : String(header));

/** Uses GitHub's clock. */
function secondsUntilReset(headers: Headers): number | null {
  const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  if (Number.isNaN(reset)) return null;
  const now = Date.parse(String(headers.date)) || Date.now();
  return Math.max(1, Math.ceil(reset - now / 1000));
}

/** Records an answer's limits. A wait covers the whole connection, as calling on risks a ban. */
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
