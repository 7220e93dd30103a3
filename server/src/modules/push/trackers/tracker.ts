import type { Target as TargetField } from "../../connectors/catalog.ts";
import type { Governor, Quota } from "../governor.ts";

/** Something of a tracker, as the ledger remembers it. `key` is what people call it, `number` what addresses need. */
export interface External {
  id: string;
  number: number | null;
  key: string;
  url: string;
}

/** `container`: a plan (a project, an epic, an issue that others lie under). `item`: a spec. */
export type Sort = "container" | "item";

/** What one plan or spec says. */
export interface Item {
  sort: Sort;
  title: string;
  /** Markdown. */
  text: string;
  /** 1 to 5; null where nobody said, and for plans. */
  effort: number | null;
  /** What it is here, `PLAN-1 / SPEC-3`. */
  handle: string;
  identity: Identity;
  parent: Parent;
}

/**
 * What makes one thing of ours findable after an answer that never came. Both are carried by the call that creates
 * it, each tracker in the way it can.
 */
export interface Identity {
  /** A random UUID of version 4, made before the first call: the id itself, where the tracker lets us choose it. */
  clientId: string;
  /** Signed: who writes text here can't make one that passes for another's. One line, `[A-Za-z0-9=_ -]`. */
  mark: string;
}

/** What something lies under: the nearest plan that is in the tracker, then specs, the outermost first. */
export interface Parent {
  container: External | null;
  items: External[];
}

/** The parts of an item that are compared and written one by one. */
export const fields = ["title", "text", "effort"] as const;
export type Field = (typeof fields)[number];
export type Fields = Record<Field, string>;

/** What the tracker has now. */
export interface Seen {
  /** Also where it was moved meanwhile: `key` and `url` as they are now. */
  external: External;
  /** In a form that stays equal while nobody edits; "" where the tracker has no such part. */
  fields: Fields;
  status: SeenStatus;
  /** It can't be written to as it is: archived, locked or in the bin. A sentence for people; null where it can. */
  shut: string | null;
  /** By the tracker's clock. */
  updatedAt: string;
}

export type SeenStatus = "TODO" | "IN_PROGRESS" | "DONE" | "CANCELLED";

/**
 * How one of several things in a call went. Sentences are caveats for people. `left`: nothing was written, since people
 * have put it elsewhere.
 */
export type Outcome =
  | { done: true; seen: Seen | null; caveats: string[]; left?: string }
  | { done: false; error: TrackerError };

export interface Change {
  external: External;
  item: Item;
  /** What to write; the rest stays as it is. */
  write: Field[];
}

export interface Placement {
  sort: Sort;
  child: External;
  /** Null: it lies under nothing any more. */
  parent: Parent | null;
  /** Every place in which a push may have left it, null for under nothing; null where nobody knows. */
  held: readonly (Parent | null)[] | null;
  /** Put it there also where people have put it elsewhere. */
  overwrite: boolean;
}

/** `issue` can't begin before `needed` is done. Both are of one sort. */
export interface Need {
  sort: Sort;
  issue: External;
  needed: External;
}

export interface Sought {
  sort: Sort;
  identity: Identity;
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
  /** What this target can't take, as caveats for people. */
  caveats: string[];
}

export interface Account {
  /** For people. */
  name: string;
  /** Where several workspaces share one address: the id of the one that the credential belongs to; else null. */
  workspace: string | null;
}

/** How many things one call of the adapter takes; for those that are made one by one it may be 1. */
export interface AtOnce {
  create: number;
  update: number;
  place: number;
  need: number;
  read: number;
}

/** What a target holds at most; null where there is no limit worth minding. */
export interface Capacity {
  /** Children of one parent. */
  children: number | null;
  /** Needs of one item, and items that need one. */
  needs: number | null;
}

/**
 * A tracker behind one credential. What fails as a whole throws `TrackerError`; nothing that creates is tried twice
 * in here, since only the caller knows what may be. Lists are answered in their order, and hold no more than
 * `atOnce`. `check` comes before the calls below it.
 */
export interface Tracker {
  atOnce: AtOnce;
  /** How many new things (issues, places, needs) it takes, where that is known beforehand. */
  quota?: Quota | undefined;
  /** Whose credential it is. */
  account(): Promise<Account>;
  targets(after: string | null, limit: number): Promise<Targets>;
  /** Refuses a target that can't be pushed to, and says why. */
  check(target: string): Promise<Checked>;
  /**
   * Makes them under their parents where the tracker can do that in the same call (`placed`). Thrown `unknown`: any
   * of them may have been made.
   */
  create(target: string, items: readonly Item[]): Promise<Created[]>;
  /** Repeatable. Status, people, and labels of others stay as they are. */
  update(target: string, changes: readonly Change[]): Promise<Outcome[]>;
  /** What the tracker has now; null for what was deleted or can't be seen. */
  read(target: string, externals: readonly { sort: Sort; external: External }[]): Promise<(Seen | null)[]>;
  /** For each, what carries its identity, of what was made since: usually one or none. */
  find(target: string, sought: readonly Sought[], since: Date): Promise<Seen[][]>;
  /**
   * Puts things under others. Repeatable. What lies neither there nor where a push may have left it was put elsewhere
   * by people: it is `left`, unless `overwrite`. Where what it lay under was deleted, it was not people.
   */
  place(target: string, placements: readonly Placement[]): Promise<Outcome[]>;
  /** Repeatable, both. */
  linkNeeds(target: string, needs: readonly Need[]): Promise<Outcome[]>;
  unlinkNeeds(target: string, needs: readonly Need[]): Promise<Outcome[]>;
  /** Whether the tracker's form says the same as ours would: trackers rewrite texts in their own way. */
  says(seen: Seen, item: Item, field: Field): boolean;
  /** Whether a write of ours that ended in its middle may have left it so, where one takes several calls. */
  isHalfWritten?(seen: Seen, item: Item, field: Field): boolean;
  /** Items that changed since, the oldest first, in pages. */
  changed(target: string, since: Date, after: string | null): Promise<{ seen: Seen[]; next: string | null }>;
}

export type Created = Exclude<Outcome, { done: true }> | CreatedOne;
export interface CreatedOne {
  done: true;
  seen: Seen;
  placed: boolean;
  caveats: string[];
}

/** Opens an adapter. All its calls go through `governor`. */
export type Adapter = (services: Services) => Tracker;

export interface Services {
  /** Base address as the operator or the connection names it, without a slash at the end. */
  baseUrl: string;
  /** The guarded client, or the one for addresses that the operator set. */
  fetch: import("../../../outbound/client.ts").Fetch;
  secret: string;
  /** Jira: the e-mail that goes with the token. */
  account: string | null;
  governor: Governor;
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
