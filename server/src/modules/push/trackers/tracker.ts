import type { Target as TargetField } from "../../connectors/catalog.ts";

/** An issue of a tracker, as the ledger remembers it. `key` is what people call it, `number` what addresses need. */
export interface External {
  id: string;
  number: number | null;
  key: string;
  url: string;
}

/** What one issue says. */
export interface Item {
  title: string;
  /** Markdown. */
  text: string;
  /** What it is here, `PLAN-1 / SPEC-3`. */
  handle: string;
  /** Signed; the issue carries it, so that it is found again after an answer that never came. */
  identity: string;
}

export interface TargetEntry {
  id: string;
  label: string;
  target: TargetField;
  url: string | null;
}

export interface Targets {
  targets: TargetEntry[];
  /** The place of the next page, in the tracker's own words. */
  next: string | null;
}

/** What a target is like, seen before a push. */
export interface Checked {
  /** Everyone can read it. */
  isPublic: boolean;
  /** The tracker's clock. */
  now: Date;
}

/**
 * A tracker behind one credential. Everything throws `TrackerError`; nothing is tried twice in here, since only
 * the caller knows what may be. Sentences that it answers are caveats for people.
 */
export interface Tracker {
  /** Whose credential it is. */
  account(): Promise<string>;
  targets(after: string | null, limit: number): Promise<Targets>;
  /** Refuses a target that can't be pushed to, and says why. Comes before the calls below. */
  check(target: string): Promise<Checked>;
  create(target: string, item: Item): Promise<{ external: External; caveats: string[] }>;
  /** Writes title and text, and nothing else: status, labels and people stay as they are. */
  update(target: string, external: External, item: Item): Promise<string[]>;
  /** The issues that carry the identity, of those that changed since. */
  find(target: string, identity: string, since: Date): Promise<External[]>;
  /** Puts an issue under another one, wherever it was before. */
  linkChild(target: string, child: External, parent: External): Promise<void>;
  unlinkChild(target: string, child: External, parent: External): Promise<void>;
  /** `issue` can't begin before `needed` is done. */
  linkNeed(target: string, issue: External, needed: External): Promise<void>;
  unlinkNeed(target: string, issue: External, needed: External): Promise<void>;
}

/**
 * Why a call failed. `not_executed`: nothing happened, a later try may work. `unknown`: it may have happened.
 * `refused`: nothing happened, and a repetition is refused too. The message is a sentence for people and holds
 * nothing that the tracker sent.
 */
export class TrackerError extends Error {
  readonly outcome: "not_executed" | "unknown" | "refused";
  readonly code: TrackerErrorCode;
  /** What the tracker asked to wait; null where it gave no number. */
  readonly retryAfterSeconds: number | null;

  constructor(
    outcome: TrackerError["outcome"],
    code: TrackerErrorCode,
    message: string,
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.outcome = outcome;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** `credential`: it is worth nothing (any more). `access`: it lacks the right. `missing`: the thing is not there. */
export type TrackerErrorCode =
  | "credential"
  | "access"
  | "missing"
  | "invalid"
  | "limited"
  | "timeout"
  | "unreachable";
