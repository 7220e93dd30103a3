import { hash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { version } from "@groundplan/contract";
import { Octokit } from "@octokit/core";
import type { Fetch } from "../../../../outbound/client.ts";
import { TrackerError } from "../tracker.ts";
import { asTrackerError } from "./errors.ts";

export interface Answer {
  data: unknown;
  headers: Readonly<Record<string, unknown>>;
}

/** Calls `METHOD /path/{name}` with parameters as GitHub documents them. Throws `TrackerError`. */
export type GitHub = (route: string, parameters?: Record<string, unknown>) => Promise<Answer>;

/** GitHub's words for this API's shape; later ones may change what is read here. */
const apiVersion = "2022-11-28";

const readTimeoutMs = 10_000;

/** GitHub asks for a second between calls that create content; servers of one's own set no such limit. */
const paceMs = (baseUrl: string) => (new URL(baseUrl).hostname === "api.github.com" ? 1000 : 0);

/** A client without retries: a create that is sent again makes a second issue. */
export function createClient(baseUrl: string, token: string, fetch: Fetch): GitHub {
  const silent = () => {};
  const octokit = new Octokit({
    auth: token,
    baseUrl,
    userAgent: `groundplan/${version}`,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    request: { fetch },
  });
  const intervalMs = paceMs(baseUrl);
  const caller = hash("sha256", `${baseUrl} ${token}`, "base64url");

  return async (route, parameters = {}) => {
    const isRead = route.startsWith("GET ");
    if (!isRead) await awaitTurn(caller, intervalMs);
    const request = isRead ? { signal: AbortSignal.timeout(readTimeoutMs) } : { redirect: "manual" as const };
    try {
      const answer: Answer & { status: number } = await octokit.request(route, {
        ...parameters,
        headers: { "x-github-api-version": apiVersion },
        request: { fetch, ...request },
      });
      if (answer.status >= 300) throw moved;
      return answer;
    } catch (error) {
      throw asTrackerError(error);
    }
  };
}

// An issue that was moved answers so; followed, the write would land in another repository.
const moved = new TrackerError(
  "refused",
  "missing",
  "GitHub says that the issue was moved to another repository.",
);

/** When each account may write next; all pushes of this process share it. */
const freeAt = new Map<string, number>();

async function awaitTurn(caller: string, intervalMs: number): Promise<void> {
  if (intervalMs === 0) return;
  const now = Date.now();
  const at = Math.max(now, freeAt.get(caller) ?? 0);
  freeAt.set(caller, at + intervalMs);
  if (at > now) await pause(at - now);
}
