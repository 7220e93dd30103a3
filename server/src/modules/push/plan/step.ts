import type { SpecStatus } from "@groundplan/contract";
import type { PushAction } from "../../../storage/tables/push.ts";
import type { Capacity, Details } from "../../trackers/tracker.ts";
import type { LedgerKind } from "../ledger/kinds.ts";
import { type LedgerRow, rowKey } from "../ledger/ledger.ts";
import { overwrittenFields, type PushOptions } from "../ledger/pushes.ts";
import { statusToSend } from "../ledger/statuses.ts";
import type { Extra } from "../ledger/texts.ts";
import type { PlanNode, Snapshot, SpecNode } from "./snapshot.ts";

/** A pending change; up-to-date items have none. */
export interface Step {
  kind: LedgerKind;
  /** A `create` may become an `update` if another push was faster. */
  action: PushAction;
  entityId: string;
  /** The needed end of a dependency. */
  otherId: string | null;
  planId: string;
  planNumber: number;
  specNumber: number | null;
  /** Null for steps without a text. */
  revision: number | null;
  effort: number | null;
  /** Null if none is sent. */
  status: SpecStatus | null;
  /** Null if none are sent. */
  details: Details | null;
  extra: Extra | null;
  /** Ids of the ancestors: plan, specs, parts, outermost first. */
  path: string[] | null;
  hash: string;
  /** True if the ledger is up to date and the check is only due to `onGone`. */
  isLook?: boolean;
  lastLook?: "agrees" | "waits" | null;
}

export interface Node extends Omit<Step, "action" | "path"> {
  kind: "plan" | "spec" | "part";
  title: string;
  path: string[];
}

const empty = { otherId: null, effort: null, status: null, details: null, extra: null, path: [] };

export function ofPlan({ id, number, name: title, revision, hash }: PlanNode): Node {
  const location = { planId: id, planNumber: number, specNumber: null };
  return { ...empty, kind: "plan", entityId: id, title, ...location, revision, hash };
}

export function ofSpec(spec: SpecNode, { statuses }: PushOptions): Node {
  const { id, number, title, planId, planNumber, revision, effort, details, hash } = spec;
  const status = statusToSend(spec.status, statuses);
  const location = { planId, planNumber, specNumber: number };
  return {
    ...empty,
    kind: "spec",
    entityId: id,
    title,
    ...location,
    revision,
    effort,
    status,
    details,
    hash,
  };
}

export function linkStep(
  node: Node,
  action: Extract<PushAction, "link" | "unlink">,
  kind: LedgerKind,
  more: Partial<Pick<Step, "otherId" | "path" | "hash" | "isLook">>,
): Step {
  const { otherId = null, path = null, hash = "", isLook = false } = more;
  return {
    ...node,
    kind,
    action,
    otherId,
    path,
    hash,
    isLook,
    revision: null,
    effort: null,
    status: null,
    details: null,
    extra: null,
  };
}

export const partId = (parentId: string, number: number) => `${parentId}-part${number}`;
/** Returns a part's plan or spec; any other id unchanged. */
export const ownerOf = (id: string) => id.replace(/-part\d+$/, "");

export interface PlanningView extends Snapshot {
  capacity: Capacity;
  row(kind: LedgerKind, entityId: string, neededId?: string): LedgerRow | undefined;
  hasIssue(id: string): boolean;
  /** Returns true if this push doesn't recreate a gone issue. */
  isGone(id: string): boolean;
  /** True if every issue is checked, and gone ones are recreated with all links. */
  remakes: boolean;
  /** True if links refused or moved by users are tried again. */
  triesAll: boolean;
  /** True if statuses changed in the tracker are overwritten. */
  overwritesStatus: boolean;
  /** Returns true if the tracker has, or refused, this version. */
  has(row: LedgerRow | undefined, hash: string): boolean;
}

export function planningView(snapshot: Snapshot, capacity: Capacity): PlanningView {
  const rows = new Map(
    snapshot.ledger.map((row) => [rowKey(row.kind, row.entity_id, row.needed_id), row] as const),
  );
  const row = (kind: LedgerKind, entityId: string, neededId = "") =>
    rows.get(rowKey(kind, entityId, neededId));
  const gets = new Set(
    [...snapshot.plans, ...snapshot.specs.filter((spec) => spec.included)].map(({ id }) => id),
  );
  const { retry, onConflict, onGone } = snapshot.options;
  const remakes = onGone === "recreate";
  const issueRow = (id: string) => row("plan", id) ?? row("spec", id) ?? row("part", id);
  const isGone = (id: string) => issueRow(id)?.state === "gone" && !(remakes && gets.has(ownerOf(id)));
  const hasIssue = (id: string) => !isGone(id) && (gets.has(id) || Boolean(issueRow(id)?.external_id));
  const triesAll = retry || onConflict === "overwrite";
  const settled = triesAll ? ["sent"] : ["sent", "skipped"];
  const has = (known: LedgerRow | undefined, hash: string) =>
    known !== undefined && settled.includes(known.state) && known.pushed_hash === hash;
  const overwritesStatus = overwrittenFields(snapshot.options).includes("status");
  return { ...snapshot, capacity, row, hasIssue, isGone, remakes, has, triesAll, overwritesStatus };
}
