/**
 * Throttles calls to a tracker's limits, shared by all pushes and processes of a connection. Adapters ask
 * before every call.
 */
export interface Governor {
  /**
   * Resolves when a call may leave, after a short pause at most. A longer wait throws `TrackerError`
   * (`not_executed`, `limited`) with the seconds.
   */
  take(limit: Limit): Promise<void>;
  /** Records an answer's limit for all processes. */
  learn(limit: Limit, state: LimitState): Promise<void>;
}

/** A tracker's limit. Without a quota, it is known only from the tracker's answers. */
export interface Limit {
  /** The name within one connection: `requests`, `content`, `POST /issueLink`. */
  name: string;
  /** Our own quota, leaving a share to users. */
  quota?: Quota;
  /** The milliseconds between two calls. */
  apartMs?: number;
}

export interface Quota {
  most: number;
  perSeconds: number;
  /** The limit as a message for users. */
  sentence: string;
}

export interface LimitState {
  /** The pause that the tracker asked for. */
  waitSeconds?: number;
  /** The tracker's count: remaining calls, their limit, and the seconds to the reset. */
  left?: { remaining: number; limit: number; resetSeconds: number };
}

/** A no-op governor, for calls outside a push and adapter tests. */
export const ungoverned: Governor = { take: async () => {}, learn: async () => {} };
