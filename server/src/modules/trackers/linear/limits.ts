import type { Governor, Limit, LimitState } from "../limits/governor.ts";
import { retryAfterSeconds } from "../retry-after.ts";

/*
 * Linear's limits of requests and complexity points per hour vary by workspace and over time, so they are
 * read from headers.
 */
const requests: Limit = { name: "requests" };
const complexity: Limit = { name: "complexity" };

/** Above the average; converts remaining points into calls. */
const pointsPerCall = 1000;

export async function awaitTurn(governor: Governor): Promise<void> {
  await governor.take(requests);
  await governor.take(complexity);
}

export async function learn(governor: Governor, headers: Headers, waitSeconds: number | null): Promise<void> {
  const states: [Limit, LimitState | null][] = [
    [requests, stateOf(headers, "requests", 1)],
    [complexity, stateOf(headers, "complexity", pointsPerCall)],
  ];
  const wait = waitSeconds === null ? {} : { waitSeconds };
  for (const [limit, left] of states) {
    // All calls wait, whichever limit is exhausted.
    if (left !== null || waitSeconds !== null) await governor.learn(limit, { ...left, ...wait });
  }
}

function stateOf(headers: Headers, name: string, size: number): LimitState | null {
  const remaining = numberIn(headers, `x-ratelimit-${name}-remaining`);
  const limit = numberIn(headers, `x-ratelimit-${name}-limit`);
  const reset = numberIn(headers, `x-ratelimit-${name}-reset`);
  if (remaining === null || limit === null || reset === null) return null;
  const calls = (points: number) => Math.max(0, Math.floor(points / size));
  const resetSeconds = secondsUntil(reset, headers);
  return { left: { remaining: calls(remaining), limit: calls(limit), resetSeconds } };
}

/** Uses `Retry-After`, else the exhausted limit's reset, else the first reset named. */
export function secondsToWait(headers: Headers): number | null {
  const after = retryAfterSeconds(headers.get("retry-after"), headers.get("date"));
  if (after !== null) return after;
  const resets = [...headers.keys()].flatMap((name) => {
    const limit = /^x-ratelimit-(.+)-reset$/.exec(name)?.[1];
    const reset = numberIn(headers, name);
    if (limit === undefined || reset === null) return [];
    const isEmpty = numberIn(headers, `x-ratelimit-${limit}-remaining`) === 0;
    return [{ isEmpty, seconds: secondsUntil(reset, headers) }];
  });
  const empty = resets.filter(({ isEmpty }) => isEmpty).map(({ seconds }) => seconds);
  if (empty.length > 0) return Math.max(...empty);
  return resets.length > 0 ? Math.min(...resets.map(({ seconds }) => seconds)) : null;
}

/** Takes epoch milliseconds of Linear's clock. */
const secondsUntil = (reset: number, headers: Headers) =>
  Math.max(1, Math.ceil((reset - clockOf(headers).getTime()) / 1000));

export const clockOf = (headers: Headers) => new Date(Date.parse(headers.get("date") ?? "") || Date.now());

function numberIn(headers: Headers, name: string): number | null {
  const value = headers.get(name);
  return value !== null && /^\d{1,16}(\.\d+)?$/.test(value.trim()) ? Number(value) : null;
}
