/**
 * Throttles calls to a connection's limits, shared by all pushes and processes. Adapters ask before every
 * call.
 */
export interface Governor {
  /**
   * Waits a short pause at most. A longer wait throws `TrackerError` (`not_executed`, `limited`) with the
   * seconds.
   */
  take(limit: Limit): Promise<void>;
  /** Shares an answer's limit with all processes. */
  learn(limit: Limit, state: LimitState): Promise<void>;
}

/** Without a quota, a limit is known only from answers. */
export interface Limit {
  /** Unique per connection: `requests`, `content`, `POST /issueLink`. */
  name: string;
  /** Leaves a share to users. */
  quota?: Quota;
  /** Milliseconds between two calls. */
  apartMs?: number;
}

export interface Quota {
  most: number;
  perSeconds: number;
  /** A message for users. */
  sentence: string;
}

export interface LimitState {
  /** As asked by the tracker. */
  waitSeconds?: number;
  /** As counted by the tracker. */
  left?: { remaining: number; limit: number; resetSeconds: number };
}

/** For calls outside a push and adapter tests. */
export const ungoverned: Governor = { take: async () => {}, learn: async () => {} };
