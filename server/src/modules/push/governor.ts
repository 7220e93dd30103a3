/**
 * Keeps calls within a tracker's limits, of all pushes and processes that use one connection together. Every call
 * of an adapter asks first.
 */
export interface Governor {
  /**
   * Returns at once, or after a short pause, when a call of this class may leave. Throws `TrackerError`
   * (`not_executed`, `limited`) with the seconds to wait where that is longer.
   */
  take(limit: Limit): Promise<void>;
  /** What an answer said of a limit: kept for all processes. */
  learn(limit: Limit, state: LimitState): Promise<void>;
}

/** One of a tracker's limits. Those without a quota are only learnt of from its answers. */
export interface Limit {
  /** `requests`, `content`, `POST /issueLink`; tells limits of one connection apart. */
  name: string;
  /** What we allow ourselves, which leaves a part to people. */
  quota?: Quota;
  /** The distance between two calls. */
  apartMs?: number;
}

export interface Quota {
  most: number;
  perSeconds: number;
  /** The limit as people are told of it. */
  sentence: string;
}

export interface LimitState {
  /** Nothing of this limit leaves for so many seconds: the tracker asked to wait. */
  waitSeconds?: number;
  /** By the tracker's count: the calls that are left, of how many, and the seconds until they are all there again. */
  left?: { remaining: number; limit: number; resetSeconds: number };
}

/** Lets everything through. For calls outside a push, and tests of an adapter alone. */
export const ungoverned: Governor = { take: async () => {}, learn: async () => {} };
