/** A leaky bucket as in the headers: full again at `resetAt` (epoch milliseconds). */
export type Bucket = { limit: number; remaining: number; resetAt: number };

/** Requests and complexity points per hour. Mutable at any time. */
export type Quota = { requests: Bucket; complexity: Bucket };

const hour = 3_600_000;

export function createQuota(requests: number, complexity: number): Quota {
  const bucket = (limit: number) => ({ limit, remaining: limit, resetAt: Date.now() + hour });
  return { requests: bucket(requests), complexity: bucket(complexity) };
}

/** Takes an amount from a bucket; returns false and takes nothing if it has less. */
export function take(bucket: Bucket, amount: number): boolean {
  if (Date.now() >= bucket.resetAt) {
    bucket.remaining = bucket.limit;
    bucket.resetAt = Date.now() + hour;
  }
  if (bucket.remaining < amount) return false;
  bucket.remaining -= amount;
  return true;
}

export function quotaHeaders({ requests, complexity }: Quota): Record<string, string> {
  const of = (name: string, { limit, remaining, resetAt }: Bucket) => ({
    [`x-ratelimit-${name}-limit`]: String(limit),
    [`x-ratelimit-${name}-remaining`]: String(Math.floor(remaining)),
    [`x-ratelimit-${name}-reset`]: String(resetAt),
  });
  return { ...of("requests", requests), ...of("complexity", complexity) };
}
