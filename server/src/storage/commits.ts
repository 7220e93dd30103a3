import { type Db, dataVersion } from "./dialect.ts";

/** Signals commits of any process. The rows are the truth. */
export interface Commits {
  /** Calls back soon after each commit, sometimes without one, until unsubscribed. */
  subscribe(wake: () => void): () => void;
  /** Reports a commit of this process. */
  committed(): void;
  close(): Promise<void>;
}

/** Returns the subscribers and a function that wakes all of them. */
export function subscribers(onFirst: () => void, onNone: () => void) {
  const wakes = new Set<() => void>();
  return {
    subscribe(wake: () => void) {
      if (wakes.size === 0) onFirst();
      wakes.add(wake);
      return () => {
        if (wakes.delete(wake) && wakes.size === 0) onNone();
      };
    },
    wakeAll() {
      for (const wake of wakes) wake();
    },
  };
}

/** Polling interval for other processes' commits in milliseconds, while anyone subscribes. */
const lookEvery = 100;

/**
 * Signals commits of a SQLite file. Other processes' commits change a number that is read in a microsecond.
 */
export function sqliteCommits(db: Db): Commits {
  const version = dataVersion(db) ?? (() => 0);
  let seen = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearInterval(timer);
  const { subscribe, wakeAll } = subscribers(() => {
    seen = version();
    timer = setInterval(() => {
      const now = version();
      if (now === seen) return;
      seen = now;
      wakeAll();
    }, lookEvery).unref();
  }, stop);
  return { subscribe, committed: wakeAll, close: async () => stop() };
}
