import type {
  FailureReason,
  FieldValues,
  SpecStatus,
  TrackerDetail,
  TrackerTarget,
} from "@groundplan/contract";
import type { Governor, Quota } from "./limits/governor.ts";

/** Users know an item by `key`; URLs need `number`. */
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
  /** Neutralized references in title and text. */
  quieted?: readonly string[];
  pictures?: ItemPictures | undefined;
  /** From 1 to 5; null if unset, and for plans. */
  effort: number | null;
  /** `TODO` for any open status; null if none is sent. */
  status: SpecStatus | null;
  /** Null if none are sent, and for plans. */
  details: Details | null;
  /** `PLAN-1 / SPEC-3`. */
  handle: string;
  identity: Identity;
  parent: Parent;
}

/** Details that are sent, in Groundplan's terms. */
export interface Details {
  /** A user id. */
  assignee?: string | null;
  labels?: readonly Label[];
  /** From 1 (urgent) to 4 (low); 0 for none. */
  priority?: number;
  /** `YYYY-MM-DD`. */
  dueDate?: string | null;
}

export interface Label {
  name: string;
  /** `#rrggbb`. */
  color: string;
}

/** The pictures of a text that it doesn't show. */
export interface ItemPictures {
  /** Sentences' ends for those that became links to the console: why. */
  linked: readonly string[];
  /** True if some can be sent once the issue is there. */
  areAwaited: boolean;
}

/**
 * Identifies an issue after an unanswered create. The create carries both parts, in whatever way the tracker
 * allows.
 */
export interface Identity {
  /** A random version 4 UUID; the issue's id if the tracker lets us choose it. */
  clientId: string;
  /** A signed line, `[A-Za-z0-9=_ -]`, so that no text can pass for another spec's. */
  marker: string;
}

/** The nearest plan in the tracker, then specs, outermost first. */
export interface Parent {
  container: ExternalRef | null;
  items: ExternalRef[];
}

/** Stored by trackers in their own form. */
export const fields = ["title", "text", "effort"] as const;
export type Field = (typeof fields)[number];
export type Fields = Record<Field, string>;

export const singleDetails = ["assignee", "priority", "dueDate"] as const;
/** All but labels, of which an issue has several. */
export type SingleDetail = (typeof singleDetails)[number];
export const details = [...singleDetails, "labels"] as const satisfies readonly TrackerDetail[];
export const isDetail = (part: ItemPart): part is TrackerDetail => details.some((one) => one === part);

/** Compared and written separately. */
export const parts = [...fields, "status", ...details] as const;
export type ItemPart = (typeof parts)[number];

/** A picture to send, at most 10 MiB. */
export interface Picture {
  /** Unique, with an extension. */
  fileName: string;
  mediaType: string;
  body: Uint8Array<ArrayBuffer>;
}

/** Takes pictures that texts show. */
export interface Pictures {
  /** Whose they are: a picture of an issue is sent once it is there, and is sent for each. */
  of: "account" | "issue";
  /** True if texts show them, false if they lead to them. */
  areShown: boolean;
  /** Sends a picture and returns its address. `mayExist`: an earlier call was not answered. */
  send(picture: Picture, issue: ExternalRef | null, mayExist: boolean): Promise<string>;
}

export interface RemoteItem {
  /** Current, also after a move. */
  external: ExternalRef;
  /** Stable without edits; "" if unsupported. */
  fields: Fields;
  status: RemoteStatus;
  details: RemoteDetails;
  /** A message if read-only (archived, locked or trashed). */
  readOnlyReason: string | null;
  /** By the tracker's clock. */
  updatedAt: string;
}

export type RemoteStatus = SpecStatus;

/** In the tracker's terms; "" if unset, and for what it can't hold. */
export interface RemoteDetails extends Record<SingleDetail, string> {
  /** Ids or names, as in `labelTerms`. */
  labels: readonly string[];
}

export const noDetails: RemoteDetails = { assignee: "", priority: "", dueDate: "", labels: [] };

/**
 * `caveats` are messages. `left`: not written, since a user moved it. `leftParts` were not written, as caveats
 * say.
 */
export type Outcome =
  | {
      done: true;
      remote: RemoteItem | null;
      caveats: string[];
      left?: string;
      leftParts?: readonly ItemPart[];
    }
  | { done: false; error: TrackerError };

export interface Change {
  external: ExternalRef;
  item: Item;
  /** The rest stay. */
  write: ItemPart[];
  /** Set if a status is written. */
  statusBefore?: RemoteStatus;
  /** The details of `write`. */
  details?: DetailWrites;
}

/** In the tracker's terms; "" clears. */
export interface DetailWrites extends Partial<Record<SingleDetail, string>> {
  labels?: { add: readonly Label[]; remove: readonly string[] };
}

/** A detail in the tracker's terms, or a message about why it has none. */
export type Term = { value: string } | { why: string };

/** The account with a verified e-mail address, or why there is not exactly one. */
export type FoundPerson = { account: string } | "nobody" | "several";

export interface Placement {
  kind: ItemKind;
  child: ExternalRef;
  parent: Parent | null;
  /** All parents that pushes may have set, with null for none; null if unknown. */
  possibleParents: readonly (Parent | null)[] | null;
  /** True to undo users' moves. */
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
  /** In the tracker's own form. */
  next: string | null;
}

/** Plans, specs, nested specs. */
export type Level = "container" | "item" | "subItem";

/** A field for new issues that a plan doesn't fill in. */
export interface CreateField {
  id: string;
  name: string;
  /** In the tracker's terms. */
  type: string;
  /** `allowed` lists this type's value ids; absent if any value will do or if there are too many. */
  issueTypes: { name: string; levels: Level[]; isRequired: boolean; allowed?: string[] }[];
  /** The first 200; absent if any value will do. */
  allowed?: { id: string; name: string }[];
}

export const isRequired = ({ issueTypes }: CreateField) => issueTypes.some((type) => type.isRequired);

export interface TargetState {
  /** True if everyone can read it. */
  isPublic: boolean;
  /** By the tracker's clock. */
  now: Date;
  /** Messages about limitations. */
  caveats: string[];
}

export interface Account {
  name: string;
  /** Set if several workspaces share one address. */
  workspace: string | null;
}

/** Items per call. */
export interface BatchSizes {
  create: number;
  update: number;
  place: number;
  link: number;
  read: number;
}

/** Null if irrelevant. */
export interface Capacity {
  /** Per parent. */
  children: number | null;
  /** Per item and direction. */
  dependencies: number | null;
}

/**
 * A tracker behind one credential. A call that fails as a whole throws `TrackerError`. Creates aren't retried
 * here, since only the caller knows if that is safe. Lists are answered in order and within `batchSizes`.
 * `check` must precede the calls below it.
 */
export interface Tracker {
  batchSizes: BatchSizes;
  /** Absent if no program may send any. */
  pictures?: Pictures;
  /** For new items (issues, places, links), if known beforehand. */
  quota?: Quota | undefined;
  account(): Promise<Account>;
  targets(after: string | null, limit: number): Promise<Targets>;
  /** Returns issue key prefixes in capitals; null if too many. */
  keys?(): Promise<ReadonlySet<string> | null>;
  /** Throws with a reason if a target can't be pushed to. */
  check(target: string): Promise<TargetState>;
  /**
   * Creates open issues, with parents if one call can do both (`placed`). After an `unknown` error any may
   * exist. `values` are for `createFields`.
   */
  create(target: string, items: readonly Item[], values?: FieldValues): Promise<Created[]>;
  createFields?(target: string): Promise<CreateField[]>;
  /** Writes parts; idempotent. Foreign labels stay. */
  update(target: string, changes: readonly Change[]): Promise<Outcome[]>;
  /** Returns null for deleted or hidden issues. */
  read(
    target: string,
    externals: readonly { kind: ItemKind; external: ExternalRef }[],
  ): Promise<(RemoteItem | null)[]>;
  /** Returns, per lookup, issues with its identity created since: usually one or none. */
  find(target: string, sought: readonly Lookup[], since: Date): Promise<RemoteItem[][]>;
  /**
   * Sets parents; idempotent. Without `overwrite`, an issue moved by a user is `left`. Losing a deleted
   * parent is no such move.
   */
  place(target: string, placements: readonly Placement[]): Promise<Outcome[]>;
  /** Adds links; idempotent, like `unlink`. */
  link(target: string, dependencies: readonly Dependency[]): Promise<Outcome[]>;
  unlink(target: string, dependencies: readonly Dependency[]): Promise<Outcome[]>;
  /** Compares by meaning, as trackers rewrite texts. */
  matches(remote: RemoteItem, item: Item, field: Field): boolean;
  /** Finds who can be assigned, by e-mail; in order. */
  findPeople(target: string, emails: readonly string[]): Promise<FoundPerson[]>;
  /** Returns the labels that the target has or needs none of, by name. The rest are made by `update`. */
  labelTerms(target: string, names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns a priority or due date, not "", in the tracker's terms. */
  termOf(remote: RemoteItem, item: Item, detail: Exclude<SingleDetail, "assignee">): Term;
  /** Recognizes our own interrupted multi-call writes. */
  isHalfWritten?(remote: RemoteItem, item: Item, part: ItemPart): boolean;
  /** Lists pages, oldest change first. */
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
  /** Without a trailing slash. */
  baseUrl: string;
  /** The address for browsers, if different. */
  webUrl?: string;
  /** Limits the list to this GitHub installation's repositories. */
  installation?: string;
  /** The guarded client, or the one for operator-set addresses. */
  fetch: import("../../outbound/client.ts").Fetch;
  secret: string;
  /** The e-mail for Jira's token. */
  account: string | null;
  governor: Governor;
}

/**
 * `not_executed`: nothing happened, a retry may work; `unknown`: it may have run; `refused`: nothing
 * happened, a retry won't work. The message is for users and holds nothing from the tracker.
 */
export class TrackerError extends Error {
  readonly outcome: "not_executed" | "unknown" | "refused";
  readonly code: TrackerErrorCode;
  /** As asked by the tracker. */
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
 * `credential`: invalid key; `ended`: revoked OAuth grant; `access`: missing right; `missing`: no such item.
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
