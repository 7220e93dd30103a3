import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { ApiError } from "../errors.ts";

const windowSeconds = 60;

export type Headers = Record<string, string>;

/** One bucket per key and minute. Answers carry the two structured fields of the IETF draft on rate limit headers. */
export function createLimiter(name: string, perMinute: number) {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: perMinute, duration: windowSeconds });
  const headersOf = (result: RateLimiterRes): Headers => ({
    "ratelimit-policy": `"${name}";q=${perMinute};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${Math.max(0, result.remainingPoints)};t=${seconds(result)}`,
  });

  return {
    /** Takes one; the bucket that has none left answers 429. */
    async take(key: string): Promise<Headers> {
      const result = await limiter.consume(key).catch((full: RateLimiterRes) => full);
      if (result.consumedPoints > perMinute) throw limited(headersOf(result), seconds(result));
      return headersOf(result);
    },
    /** Whether the bucket has none left, without taking one. */
    async requireRest(key: string): Promise<void> {
      const result = await limiter.get(key);
      if (result && result.consumedPoints >= perMinute) throw limited(headersOf(result), seconds(result));
    },
  };
}

const seconds = (result: RateLimiterRes) => Math.max(1, Math.ceil(result.msBeforeNext / 1000));

function limited(headers: Headers, after: number): ApiError {
  const message = `Too many requests. Wait ${after} ${after === 1 ? "second" : "seconds"}, then repeat.`;
  return new ApiError("rate_limited", message, undefined, { ...headers, "retry-after": String(after) });
}
