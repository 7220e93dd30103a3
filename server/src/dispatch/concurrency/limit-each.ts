import { ApiError } from "../../errors.ts";
import { concurrencyLimit } from "./concurrency-limit.ts";

/**
 * Returns a function that runs at most `most` tasks per key at once, so that keys don't block each other.
 * Throws 429 if `mostWaiting` of a key are queued; `tasks` names them in the message.
 */
export function limitEach(most: number, mostWaiting: number, tasks: string) {
  const keys = new Map<string, { run: ReturnType<typeof concurrencyLimit>; count: number }>();

  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const own = keys.get(key) ?? { run: concurrencyLimit(most), count: 0 };
    if (own.count >= most + mostWaiting) throw tooMany(own.count, tasks);
    keys.set(key, own);
    own.count++;
    try {
      return await own.run(task);
    } finally {
      own.count--;
      if (own.count === 0) keys.delete(key);
    }
  };
}

const tooMany = (count: number, tasks: string) =>
  new ApiError(
    "rate_limited",
    `You have ${count} ${tasks} under way. Wait until some of them have ended, then repeat.`,
    undefined,
    { "retry-after": "2" },
  );
