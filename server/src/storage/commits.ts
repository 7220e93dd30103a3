import { type Db, dataVersion } from "./dialect.ts";

/** Signals commits of any process, without their content: a subscriber reads the rows again. */
export interface Commits {
  /** Calls back soon after each commit, sometimes without one, until unsubscribed. */
  subscribe(wake: () => void): () => void;
  /** Reports a commit of this process. */
  committed(): void;
  close(): Promise<void>;
}

/** Creates a list of subscribers. `onFirst` starts its source of signals, `onNone` stops it. */
export function createSubscribers(onFirst: () => void, onNone: () => void) {
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

/** Milliseconds between polls for other processes' commits, while anyone subscribes. */
const pollMs = 100;

/**
 * Signals commits of a SQLite file. Other processes' commits change a number that is read in a microsecond.
 */
export function sqliteCommits(db: Db): Commits {
  const version = dataVersion(db) ?? (() => 0);
  let seen = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearInterval(timer);
  const { subscribe, wakeAll } = createSubscribers(() => {
    seen = version();
    timer = setInterval(() => {
      const now = version();
      if (now === seen) return;
      seen = now;
      wakeAll();
    }, pollMs).unref();
  }, stop);
  return { subscribe, committed: wakeAll, close: async () => stop() };
}
