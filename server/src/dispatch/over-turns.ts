import { setImmediate } from "node:timers/promises";

/** Who has waited for so many milliseconds waits no longer. */
const longestWait = 5;

export interface OverTurns<T> {
  add(items: readonly T[]): void;
  /** Tells at once what is left. */
  flush(): void;
}

/**
 * Tells one thing a turn of the event loop, so that others have their turns between them, and with it what has waited
 * long: where turns are long, one for each would take ever longer than things come.
 */
export function overTurns<T>(tell: (item: T) => void): OverTurns<T> {
  const waiting: { item: T; since: number }[] = [];
  let telling = false;

  const tellNext = () => {
    const next = waiting.shift();
    if (next) tell(next.item);
  };
  const tellAll = async () => {
    telling = true;
    while (waiting.length > 0) {
      const late = performance.now() - longestWait;
      do tellNext();
      while (waiting[0] && waiting[0].since < late);
      await setImmediate();
    }
    telling = false;
  };
  return {
    add(items) {
      const since = performance.now();
      for (const item of items) waiting.push({ item, since });
      if (!telling) void tellAll();
    },
    flush() {
      while (waiting.length > 0) tellNext();
    },
  };
}
