import type { Governor, Limit, LimitState } from "../limits/governor.ts";
import { secondsUntilReset } from "./errors.ts";

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
 * Tells the governor what an answer said. Whoever goes on calling while a limit lasts may be shut out, so a wait
 * holds for all calls of the connection.
 */
export async function learn(
  governor: Governor,
  { requests }: Limits,
  headers: Readonly<Record<string, unknown>>,
  waitSeconds: number | null,
): Promise<void> {
  const left = leftOf(headers);
  if (left === null && waitSeconds === null) return;
  await governor.learn(requests, {
    ...(left === null ? {} : { left }),
    ...(waitSeconds === null ? {} : { waitSeconds }),
  });
}

function leftOf(headers: Readonly<Record<string, unknown>>): NonNullable<LimitState["left"]> | null {
  const { "x-ratelimit-resource": resource = "core" } = headers;
  const remaining = Number(headers["x-ratelimit-remaining"] ?? Number.NaN);
  const limit = Number(headers["x-ratelimit-limit"] ?? Number.NaN);
  const resetSeconds = secondsUntilReset(headers);
  if (resource !== "core" || !(remaining >= 0) || !(limit > 0) || resetSeconds === null) return null;
  return { remaining, limit, resetSeconds };
}
