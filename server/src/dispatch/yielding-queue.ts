import { setImmediate } from "node:timers/promises";

/** The milliseconds after which an item no longer waits for a turn of its own. */
const longestWait = 5;

export interface YieldingQueue<T> {
  add(items: readonly T[]): void;
  /** Delivers the remaining items at once. */
  flush(): void;
}

/**
 * Delivers one item per turn of the event loop, so that other work gets its turns between them, together with the items
 * that have waited long: where turns are long, one item per turn would fall ever further behind.
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
