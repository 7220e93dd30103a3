/**
 * Keeps calls within a tracker's limits. All pushes and processes that use one connection share its limits, and
 * adapters ask before every call.
 */
export interface Governor {
  /**
   * Returns when a call of this class may leave, at once or after a short pause. Throws `TrackerError`
   * (`not_executed`, `limited`) with the seconds to wait where the wait is longer.
   */
  take(limit: Limit): Promise<void>;
  /** Records what an answer said of a limit, for all processes. */
  learn(limit: Limit, state: LimitState): Promise<void>;
}

/** One of a tracker's limits. A limit without a quota is known from the tracker's answers only. */
export interface Limit {
  /** Tells the limits of one connection apart: `requests`, `content`, `POST /issueLink`. */
  name: string;
  /** The number of calls that we allow ourselves, which leaves a part to people. */
  quota?: Quota;
  /** The milliseconds between two calls. */
  apartMs?: number;
}

export interface Quota {
  most: number;
  perSeconds: number;
  /** The limit in words, for people. */
  sentence: string;
}

export interface LimitState {
  /** The seconds for which the tracker asked to send nothing of this limit. */
  waitSeconds?: number;
  /** The calls that are left by the tracker's count, of how many, and the seconds until all are there again. */
  left?: { remaining: number; limit: number; resetSeconds: number };
}

/** A governor that lets every call through, for calls outside a push and for tests of an adapter alone. */
export const ungoverned: Governor = { take: async () => {}, learn: async () => {} };
