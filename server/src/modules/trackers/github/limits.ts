import type { Governor, Limit, LimitState } from "../limits/governor.ts";
import { retryAfterSeconds } from "../retry-after.ts";

/** The headers of an answer, with names in lower case. */
export type Headers = Readonly<Record<string, unknown>>;

/**
 * The limits of one GitHub (docs.github.com, "Rate limits for the REST API"). api.github.com allows about 500 calls
 * in an hour that create content, of which we leave a fifth to people, and asks for a second between writes. A server
 * of one's own sets no such limit unless its answers say so.
 */
export interface Limits {
  requests: Limit;
  content: Limit;
  write: Limit;
  /** The number of writes that may be under way together. */
  writesAtOnce: number;
}

/** Returns true for GitHub itself, false for a server of one's own. */
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

/** Returns the limits that a call counts towards. */
export function limitsFor(route: string, { requests, content, write }: Limits): Limit[] {
  if (route.startsWith("GET ")) return [requests];
  return [requests, createsContent.test(route) ? content : write];
}

/**
 * Returns the seconds to wait: by `Retry-After`, else by the reset of an empty budget; null where neither is there.
 */
export function secondsToWait(headers: Headers): number | null {
  const after = retryAfterSeconds(textOf(headers["retry-after"]), textOf(headers.date));
  if (after !== null) return after;
  return String(headers["x-ratelimit-remaining"]) === "0" ? secondsUntilReset(headers) : null;
}

const textOf = (header: unknown) => (header === undefined ? null : String(header));

/** Returns the seconds until the reset by GitHub's own clock; null where it names none. */
function secondsUntilReset(headers: Headers): number | null {
  const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  if (Number.isNaN(reset)) return null;
  const now = Date.parse(String(headers.date)) || Date.now();
  return Math.max(1, Math.ceil(reset - now / 1000));
}

/**
 * Tells the governor what an answer said. Whoever goes on calling while a limit lasts may be shut out, so a wait
 * holds for all calls of the connection.
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
