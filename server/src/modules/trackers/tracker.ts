import type { FailureReason, FieldValues, SpecStatus, TrackerTarget } from "@groundplan/contract";
import type { Governor, Quota } from "./limits/governor.ts";

/** A stored reference to an issue or project. Users know its `key`; URLs need `number`. */
export interface ExternalRef {
  id: string;
  number: number | null;
  key: string;
  url: string;
}

/** A `container` is a plan (project, epic or parent issue), an `item` a spec. */
export type ItemKind = "container" | "item";

/** A plan or spec to write. */
export interface Item {
  kind: ItemKind;
  title: string;
  /** Markdown. */
  text: string;
  /** The neutralized references in title and text. */
  quieted?: readonly string[];
  /** The effort from 1 to 5; null if unset, and for plans. */
  effort: number | null;
  /** The target status of a spec's issue, `TODO` for any open one; null if none is sent. */
  status: SpecStatus | null;
  /** The handle here, `PLAN-1 / SPEC-3`. */
  handle: string;
  identity: Identity;
  parent: Parent;
}

/**
 * Identifies an issue after an unanswered create. The create carries both parts, in whatever way the tracker
 * allows.
 */
export interface Identity {
  /**
   * A random version 4 UUID, created before the first call; the issue's id if the tracker lets us choose it.
   */
  clientId: string;
  /** A signed line, `[A-Za-z0-9=_ -]`, so that no text can pass for another spec's. */
  marker: string;
}

/** The ancestors: the nearest plan in the tracker, then specs, outermost first. */
export interface Parent {
  container: ExternalRef | null;
  items: ExternalRef[];
}

/** The fields that trackers store in their own form. */
export const fields = ["title", "text", "effort"] as const;
export type Field = (typeof fields)[number];
export type Fields = Record<Field, string>;

/** The parts compared and written separately. */
export const parts = [...fields, "status"] as const;
export type Part = (typeof parts)[number];

/** The current issue or project in the tracker. */
export interface RemoteItem {
  /** Its current `key` and `url`, also after a move. */
  external: ExternalRef;
  /** The fields in a form that is stable without edits; "" if unsupported. */
  fields: Fields;
  status: RemoteStatus;
  /** A message if it is read-only (archived, locked or trashed), else null. */
  readOnlyReason: string | null;
  /** The time of the last change by the tracker's clock. */
  updatedAt: string;
}

export type RemoteStatus = SpecStatus;

/**
 * One item's outcome, with `caveats` as messages. `left`: not written, since a user moved it. `isStatusLeft`:
 * the status is unreachable, as a caveat says.
 */
export type Outcome =
  | { done: true; remote: RemoteItem | null; caveats: string[]; left?: string; isStatusLeft?: boolean }
  | { done: false; error: TrackerError };

export interface Change {
  external: ExternalRef;
  item: Item;
  /** The parts to write; the rest stay. */
  write: Part[];
  /** The last read status, if a status is written. */
  statusBefore?: RemoteStatus;
}

export interface Placement {
  kind: ItemKind;
  child: ExternalRef;
  /** The new parent; null for none. */
  parent: Parent | null;
  /** All parents that pushes may have set, with null for none; null if unknown. */
  possibleParents: readonly (Parent | null)[] | null;
  /** True to move it even if a user moved it elsewhere. */
  overwrite: boolean;
}

/** `issue` can't start before `needed` is done. Both are of one kind. */
export interface Dependency {
  kind: ItemKind;
  issue: ExternalRef;
  needed: ExternalRef;
}

export interface Lookup {
  kind: ItemKind;
  identity: Identity;
}

export interface TargetEntry {
  id: string;
  label: string;
  target: TrackerTarget;
  url: string | null;
}

export interface Targets {
  targets: TargetEntry[];
  /** The next page's cursor, in the tracker's own form. */
  next: string | null;
}

/** The levels of issues: plans, specs, nested specs. */
export type Level = "container" | "item" | "subItem";

/** A field for new issues that a plan doesn't fill in. */
export interface CreateField {
  id: string;
  name: string;
  /** The type in the tracker's terms. */
  type: string;
  /**
   * The issue types with this field, and their levels. `allowed` lists this type's value ids; absent if any
   * value will do or if there are too many.
   */
  issueTypes: { name: string; levels: Level[]; isRequired: boolean; allowed?: string[] }[];
  /** The first 200 allowed values; absent if any value will do. */
  allowed?: { id: string; name: string }[];
}

export const isRequired = ({ issueTypes }: CreateField) => issueTypes.some((type) => type.isRequired);

/** The state of a target before a push. */
export interface TargetState {
  /** True if everyone can read it. */
  isPublic: boolean;
  /** The time by the tracker's clock. */
  now: Date;
  /** Messages about the target's limitations. */
  caveats: string[];
}

export interface Account {
  /** The account's display name. */
  name: string;
  /** The workspace id if several share one address, else null. */
  workspace: string | null;
}

/** The items per call; 1 if the tracker takes them singly. */
export interface BatchSizes {
  create: number;
  update: number;
  place: number;
  link: number;
  read: number;
}

/** A target's limits; null if irrelevant. */
export interface Capacity {
  /** The children of one parent. */
  children: number | null;
  /** The dependencies of one item, per direction. */
  dependencies: number | null;
}

/**
 * A tracker behind one credential. A call that fails as a whole throws `TrackerError`. Creates aren't retried
 * here, since only the caller knows if that is safe. Lists are answered in order and within `batchSizes`.
 * `check` must precede the calls below it.
 */
export interface Tracker {
  batchSizes: BatchSizes;
  /** The quota of new items (issues, places, links), if known beforehand. */
  quota?: Quota | undefined;
  account(): Promise<Account>;
  targets(after: string | null, limit: number): Promise<Targets>;
  /** Returns the issue key prefixes in capitals, if the tracker has any; null if too many. */
  keys?(): Promise<ReadonlySet<string> | null>;
  /** Throws with a reason if a target can't be pushed to. */
  check(target: string): Promise<TargetState>;
  /**
   * Creates open issues, with parents if one call can do both (`placed`). After an `unknown` error any may
   * exist. `values` are for `createFields`.
   */
  create(target: string, items: readonly Item[], values?: FieldValues): Promise<Created[]>;
  /** Returns the fields for new issues, if supported. */
  createFields?(target: string): Promise<CreateField[]>;
  /** Writes parts; idempotent. Assignees and foreign labels stay. */
  update(target: string, changes: readonly Change[]): Promise<Outcome[]>;
  /** Returns current issues; null for deleted or hidden ones. */
  read(
    target: string,
    externals: readonly { kind: ItemKind; external: ExternalRef }[],
  ): Promise<(RemoteItem | null)[]>;
  /** Returns, per lookup, the issues with its identity created since: usually one or none. */
  find(target: string, sought: readonly Lookup[], since: Date): Promise<RemoteItem[][]>;
  /**
   * Sets parents; idempotent. Without `overwrite`, an issue moved by a user (neither at its destination nor
   * where a push left it) is `left`. Losing a deleted parent is no such move.
   */
  place(target: string, placements: readonly Placement[]): Promise<Outcome[]>;
  /** Links and unlinks dependencies; both idempotent. */
  link(target: string, dependencies: readonly Dependency[]): Promise<Outcome[]>;
  unlink(target: string, dependencies: readonly Dependency[]): Promise<Outcome[]>;
  /** Returns true if the tracker's field matches ours; trackers rewrite texts. */
  matches(remote: RemoteItem, item: Item, field: Field): boolean;
  /** Returns true if an interrupted multi-call write of ours may have left the field so. */
  isHalfWritten?(remote: RemoteItem, item: Item, part: Part): boolean;
  /** Lists pages of items changed since, oldest first. */
  changed(
    target: string,
    since: Date,
    after: string | null,
  ): Promise<{ remote: RemoteItem[]; next: string | null }>;
}

export type Created = Exclude<Outcome, { done: true }> | CreatedOne;
export interface CreatedOne {
  done: true;
  remote: RemoteItem;
  placed: boolean;
  caveats: string[];
}

/** Opens an adapter. All its calls go through `governor`. */
export type Adapter = (services: Services) => Tracker;

export interface Services {
  /** The base address from the operator or connection, without a trailing slash. */
  baseUrl: string;
  /** The site's address for browsers, if different. */
  webUrl?: string;
  /** The chosen GitHub installation: only its repositories are listed. */
  installation?: string;
  /** The guarded client, or the one for operator-set addresses. */
  fetch: import("../../outbound/client.ts").Fetch;
  secret: string;
  /** The e-mail for Jira's token; null for other trackers. */
  account: string | null;
  governor: Governor;
}

/**
 * A failed call. `not_executed`: nothing happened, a retry may work; `unknown`: it may have run; `refused`:
 * nothing happened, a retry won't work. The message is for users and holds nothing from the tracker.
 */
export class TrackerError extends Error {
  readonly outcome: "not_executed" | "unknown" | "refused";
  readonly code: TrackerErrorCode;
  /** The wait that the tracker asked for; null if unspecified. */
  readonly retryAfterSeconds: number | null;
  readonly reason: FailureReason;

  constructor(
    outcome: TrackerError["outcome"],
    code: TrackerErrorCode,
    message: string,
    retryAfterSeconds: number | null = null,
    reason: FailureReason = code === "timeout" ? "timeout" : "status",
  ) {
    super(message);
    this.outcome = outcome;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.reason = reason;
  }
}

/**
 * `credential`: the key is invalid; `ended`: the OAuth grant was revoked; `access`: a right is lacking;
 * `missing`: the item doesn't exist.
 */
export type TrackerErrorCode =
  | "credential"
  | "ended"
  | "access"
  | "missing"
  | "invalid"
  | "limited"
  | "timeout"
  | "unreachable";
