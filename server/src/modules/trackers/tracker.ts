import type { FailureReason, FieldValues, SpecStatus, TrackerTarget } from "@groundplan/contract";
import type { Governor, Quota } from "./limits/governor.ts";

/** A reference to an issue or project, as the ledger keeps it. People call it by `key`, addresses need `number`. */
export interface ExternalRef {
  id: string;
  number: number | null;
  key: string;
  url: string;
}

/** A `container` is a plan (a project, an epic, or an issue that others lie under), an `item` is a spec. */
export type ItemKind = "container" | "item";

/** A plan or spec as it is to be written. */
export interface Item {
  kind: ItemKind;
  title: string;
  /** Markdown. */
  text: string;
  /** The references in both that were made to name nothing. */
  quieted?: readonly string[];
  /** The effort from 1 to 5; null where nobody set one, and for plans. */
  effort: number | null;
  /** The status that a spec's issue is to have, `TODO` for any open one; null if none is sent. */
  status: SpecStatus | null;
  /** The name of the plan or spec here, `PLAN-1 / SPEC-3`. */
  handle: string;
  identity: Identity;
  parent: Parent;
}

/**
 * Makes an issue of ours findable after a create that was never answered. Both parts are in the create call, in the
 * way that each tracker allows.
 */
export interface Identity {
  /**
   * A random UUID of version 4, made before the first call. It is the issue's id where the tracker lets us choose it.
   */
  clientId: string;
  /** A signed line, `[A-Za-z0-9=_ -]`: nobody can write a text that passes for another spec's. */
  marker: string;
}

/** The issues that something lies under: the nearest plan that is in the tracker, then specs, the outermost first. */
export interface Parent {
  container: ExternalRef | null;
  items: ExternalRef[];
}

/** The fields of an item, which trackers keep in a form of their own. */
export const fields = ["title", "text", "effort"] as const;
export type Field = (typeof fields)[number];
export type Fields = Record<Field, string>;

/** The parts of an item that are compared and written one by one. */
export const parts = [...fields, "status"] as const;
export type Part = (typeof parts)[number];

/** The issue or project as the tracker has it now. */
export interface RemoteItem {
  /** Its `key` and `url` as they are now, also after it was moved. */
  external: ExternalRef;
  /** The fields in a form that stays equal while nobody edits; "" where the tracker has no such part. */
  fields: Fields;
  status: RemoteStatus;
  /**
   * A sentence for people that says why it can't be written to (archived, locked or in the bin); null where it can.
   */
  readOnlyReason: string | null;
  /** The time of the last change by the tracker's clock. */
  updatedAt: string;
}

export type RemoteStatus = SpecStatus;

/**
 * The outcome for one of several things in a call. `caveats` are sentences for people. Where people have put the
 * thing elsewhere, nothing was written and `left` says so. With `isStatusLeft` the tracker has no way to the status,
 * which a caveat says.
 */
export type Outcome =
  | { done: true; remote: RemoteItem | null; caveats: string[]; left?: string; isStatusLeft?: boolean }
  | { done: false; error: TrackerError };

export interface Change {
  external: ExternalRef;
  item: Item;
  /** The parts to write; the others stay as they are. */
  write: Part[];
  /** The issue's status as it was read last, where a status is written. */
  statusBefore?: RemoteStatus;
}

export interface Placement {
  kind: ItemKind;
  child: ExternalRef;
  /** The new parent; null for none. */
  parent: Parent | null;
  /** Every place in which a push may have left it, with null for no parent; null where nobody knows. */
  possibleParents: readonly (Parent | null)[] | null;
  /** True where it is moved even if people have put it elsewhere. */
  overwrite: boolean;
}

/** Says that `issue` can't begin before `needed` is done. Both are of one kind. */
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
  /** The cursor of the next page, in the tracker's own form. */
  next: string | null;
}

/** The levels of issues: plans, specs, and specs under others. */
export type Level = "container" | "item" | "subItem";

/** A field that new issues of a target can be given beside what a plan fills in. */
export interface CreateField {
  id: string;
  name: string;
  /** The type in the tracker's words. */
  type: string;
  /**
   * The types of issue that have it, by the levels that they are made for. `allowed` has the ids of the values to choose
   * from of this type; absent if any value will do, or if there are too many to tell.
   */
  issueTypes: { name: string; levels: Level[]; isRequired: boolean; allowed?: string[] }[];
  /** The first 200 values to choose from; absent if any value will do. */
  allowed?: { id: string; name: string }[];
}

export const isRequired = ({ issueTypes }: CreateField) => issueTypes.some((type) => type.isRequired);

/** The state of a target before a push. */
export interface TargetState {
  /** True where everyone can read it. */
  isPublic: boolean;
  /** The time by the tracker's clock. */
  now: Date;
  /** Sentences for people about what this target can't take. */
  caveats: string[];
}

export interface Account {
  /** The account's name, for people. */
  name: string;
  /** The id of the credential's workspace where several share one address, else null. */
  workspace: string | null;
}

/** The number of things that one call of the adapter takes; it may be 1 where the tracker takes them one by one. */
export interface BatchSizes {
  create: number;
  update: number;
  place: number;
  link: number;
  read: number;
}

/** The most that a target holds; null where no limit matters. */
export interface Capacity {
  /** The children of one parent. */
  children: number | null;
  /** The dependencies of one item, in each direction. */
  dependencies: number | null;
}

/**
 * A tracker behind one credential. A call that fails as a whole throws `TrackerError`. Nothing that creates is
 * repeated here, since only the caller knows what may be. Lists are answered in their order, and hold no more than
 * `batchSizes`. `check` comes before the calls below it.
 */
export interface Tracker {
  batchSizes: BatchSizes;
  /** The number of new things (issues, places, links) that it takes, where that is known beforehand. */
  quota?: Quota | undefined;
  /** Returns the account of the credential. */
  account(): Promise<Account>;
  targets(after: string | null, limit: number): Promise<Targets>;
  /**
   * Returns the keys that issues' names begin with, in capitals, if the tracker has such; null if they are too many to
   * know.
   */
  keys?(): Promise<ReadonlySet<string> | null>;
  /** Throws where a target can't be pushed to, and says why. */
  check(target: string): Promise<TargetState>;
  /**
   * Creates open issues, under their parents where the tracker can do that in the same call (`placed`). Where it throws
   * `unknown`, any of them may have been created. `values` are for the fields of `createFields`.
   */
  create(target: string, items: readonly Item[], values?: FieldValues): Promise<Created[]>;
  /** Returns the fields that new issues can be given, if the tracker knows such. */
  createFields?(target: string): Promise<CreateField[]>;
  /** Writes parts; safe to repeat. People, and labels of others stay as they are. */
  update(target: string, changes: readonly Change[]): Promise<Outcome[]>;
  /** Returns issues as the tracker has them now; null for those that were deleted or can't be seen. */
  read(
    target: string,
    externals: readonly { kind: ItemKind; external: ExternalRef }[],
  ): Promise<(RemoteItem | null)[]>;
  /** Returns for each lookup the issues with its identity that were created since: usually one or none. */
  find(target: string, sought: readonly Lookup[], since: Date): Promise<RemoteItem[][]>;
  /**
   * Puts issues under others; safe to repeat. An issue that lies neither there nor where a push may have left it was
   * moved by people: it is `left`, unless `overwrite`. Where its parent was deleted, people did not move it.
   */
  place(target: string, placements: readonly Placement[]): Promise<Outcome[]>;
  /** Links and unlinks dependencies; both are safe to repeat. */
  link(target: string, dependencies: readonly Dependency[]): Promise<Outcome[]>;
  unlink(target: string, dependencies: readonly Dependency[]): Promise<Outcome[]>;
  /** Returns true where the tracker's field says the same as ours: trackers rewrite texts in their own way. */
  matches(remote: RemoteItem, item: Item, field: Field): boolean;
  /**
   * Returns true where a write of ours that stopped half-way may have left the field so, if one takes several calls.
   */
  isHalfWritten?(remote: RemoteItem, item: Item, part: Part): boolean;
  /** Lists items that changed since, the oldest first, in pages. */
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
  /** The base address as the operator or the connection names it, without a slash at the end. */
  baseUrl: string;
  /** The address at which people see the site, where that is another one. */
  webUrl?: string;
  /** The id of GitHub's installation that was chosen: only its repositories are listed. */
  installation?: string;
  /** The guarded client, or the one for addresses that the operator set. */
  fetch: import("../../outbound/client.ts").Fetch;
  secret: string;
  /** The e-mail that goes with Jira's token; null for other trackers. */
  account: string | null;
  governor: Governor;
}

/**
 * Says why a call failed. `not_executed`: nothing happened, and a later try may work. `unknown`: it may have
 * happened. `refused`: nothing happened, and a repetition would be refused too. The message is a sentence for people
 * and holds nothing that the tracker sent.
 */
export class TrackerError extends Error {
  readonly outcome: "not_executed" | "unknown" | "refused";
  readonly code: TrackerErrorCode;
  /** The seconds that the tracker asked to wait; null where it gave no number. */
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
 * With `credential` the key is not valid (any more), with `ended` the tracker ended the grant by OAuth, with `access` the
 * right is lacking, with `missing` the thing is not there.
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
