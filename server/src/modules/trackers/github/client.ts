import { version } from "@groundplan/contract";
import { Octokit } from "@octokit/core";
import type { Services } from "../tracker.ts";
import { unreadable } from "./answer.ts";
import { asTrackerError, headersOf, moved } from "./errors.ts";
import { type Headers, learn, limitsFor, limitsOf } from "./limits.ts";

export interface GitHubAnswer {
  data: unknown;
  headers: Headers;
}

/** Calls `METHOD /path/{name}`. Throws `TrackerError`. */
export type GitHub = (route: string, parameters?: Record<string, unknown>) => Promise<GitHubAnswer>;

/** Pinned, since later versions may change fields. */
const apiVersion = "2022-11-28";

const readTimeoutMs = 10_000;
const mostRedirects = 3;

/**
 * Returns a client without retries, as a repeated create makes a second issue. Only reads follow redirects of
 * moved issues and repositories.
 */
export function createClient({ baseUrl, secret, fetch, governor }: Services): GitHub {
  const silent = () => {};
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const octokit = new Octokit({
    auth: secret,
    baseUrl,
    userAgent: `groundplan/${version}`,
    log,
  });
  const limits = limitsOf(baseUrl);

  async function call(route: string, parameters: Record<string, unknown>) {
    for (const limit of limitsFor(route, limits)) await governor.take(limit);
    const signal = route.startsWith("GET ") ? { signal: AbortSignal.timeout(readTimeoutMs) } : {};
    const request = { fetch, log, redirect: "manual" as const, ...signal };
    const headers = { "x-github-api-version": apiVersion };
    let answer: GitHubAnswer & { status: number };
    try {
      answer = await octokit.request(route, { ...parameters, headers, request });
    } catch (thrown) {
      const error = asTrackerError(thrown);
      const waitSeconds = error.code === "limited" ? error.retryAfterSeconds : null;
      await learn(governor, limits, headersOf(thrown), waitSeconds);
      throw error;
    }
    await learn(governor, limits, answer.headers, null);
    return answer;
  }

  return async (route, parameters = {}) => {
    let answer = await call(route, parameters);
    for (let hops = 0; answer.status >= 300; hops++) {
      if (!route.startsWith("GET ") || hops === mostRedirects) throw moved();
      answer = await call(`GET ${nextUrl(baseUrl, answer.headers.location)}`, {});
    }
    // A proxy may answer instead of GitHub.
    if (answer.status !== 204 && (typeof answer.data !== "object" || answer.data === null))
      throw unreadable();
    return answer;
  };
}

/** Throws for another host, which must not get the key. */
function nextUrl(baseUrl: string, location: unknown): string {
  const url = typeof location === "string" ? URL.parse(location, baseUrl) : null;
  if (url === null || url.origin !== new URL(baseUrl).origin) throw moved();
  return url.href;
}
