import { setImmediate } from "node:timers/promises";

/** Milliseconds after which an item no longer waits for its own turn. */
const longestWait = 5;

export interface YieldingQueue<T> {
  add(items: readonly T[]): void;
  /** Delivers the remaining items immediately. */
  flush(): void;
}

/**
 * Delivers one item per turn of the event loop, plus those that have waited too long, which keeps it from
 * falling behind when turns are slow.
 */
export function yieldingQueue<T>(deliver: (item: T) => void): YieldingQueue<T> {
  const waiting: { item: T; since: number }[] = [];
  let delivering = false;

  const deliverNext = () => {
    const next = waiting.shift();
    if (next) deliver(next.item);
  };
  const deliverAll = async () => {
    delivering = true;
    while (waiting.length > 0) {
      const late = performance.now() - longestWait;
      do deliverNext();
      while (waiting[0] && waiting[0].since < late);
      await setImmediate();
    }
    delivering = false;
  };
  return {
    add(items) {
      const since = performance.now();
      for (const item of items) waiting.push({ item, since });
      if (!delivering) void deliverAll();
    },
    flush() {
      while (waiting.length > 0) deliverNext();
    },
  };
}
