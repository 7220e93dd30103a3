import type { SpecStatus } from "@groundplan/contract";
import type { PushAction } from "../../../storage/tables/push.ts";
import type { Capacity } from "../../trackers/tracker.ts";
import type { Kind } from "../ledger/kinds.ts";
import { type LedgerRow, rowKey } from "../ledger/ledger.ts";
import { overwrittenFields, type PushOptions } from "../ledger/pushes.ts";
import { statusToSend } from "../ledger/statuses.ts";
import type { Extra } from "../ledger/texts.ts";
import type { PlanNode, Snapshot, SpecNode } from "./snapshot.ts";

/** One thing to do. There is no step for what the tracker has already. */
export interface Step {
  kind: Kind;
  /** A `create` may turn out to be an `update` when the step runs, as another push may have been faster. */
  action: PushAction;
  entityId: string;
  /** The dependency's other end, which is needed first; null for other steps. */
  otherId: string | null;
  planId: string;
  planNumber: number;
  specNumber: number | null;
  /** The version of the text that is pushed; null for steps without a text. */
  revision: number | null;
  effort: number | null;
  /** The status that a spec's issue is to have; null if none is sent. */
  status: SpecStatus | null;
  extra: Extra | null;
  /** The ids of what a text or child lies under: the plan first, then specs and parts, the outermost first. */
  path: string[] | null;
  hash: string;
  /** True where the ledger says that the tracker has it already, and it is only looked at because of `onGone`. */
  isLook?: boolean;
  /** What the last look at the issue says of an update: both sides agree, or all changes wait. */
  lastLook?: "agrees" | "waits" | null;
}

/** A plan, spec or part of this push, parents first. */
export interface Node extends Omit<Step, "action" | "path"> {
  kind: "plan" | "spec" | "part";
  title: string;
  path: string[];
}

const empty = { otherId: null, effort: null, status: null, extra: null, path: [] };

/** Returns a plan as a node, whose path is still to be found. */
export function ofPlan({ id, number, name: title, revision, hash }: PlanNode): Node {
  const place = { planId: id, planNumber: number, specNumber: null };
  return { ...empty, kind: "plan", entityId: id, title, ...place, revision, hash };
}

/** Returns a spec as a node, whose path is still to be found. */
export function ofSpec(spec: SpecNode, { statuses }: PushOptions): Node {
  const { id, number, title, planId, planNumber, revision, effort, hash } = spec;
  const status = statusToSend(spec.status, statuses);
  const place = { planId, planNumber, specNumber: number };
  return { ...empty, kind: "spec", entityId: id, title, ...place, revision, effort, status, hash };
}

/** Returns a step between two things; it carries no text. */
export function linkStep(
  node: Node,
  action: Extract<PushAction, "link" | "unlink">,
  kind: Kind,
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
    extra: null,
  };
}

/** Returns the id of a part, which belongs to the parent whose children it holds. */
export const partId = (parentId: string, number: number) => `${parentId}-part${number}`;
/** Returns the id of the plan or spec that a part belongs to; any other id as it is. */
export const ownerOf = (id: string) => id.replace(/-part\d+$/, "");

/** A snapshot with the questions that planning the steps asks of it. */
export interface PlanningView extends Snapshot {
  capacity: Capacity;
  row(kind: Kind, entityId: string, neededId?: string): LedgerRow | undefined;
  /** Returns true where the thing has an issue, or gets one in this push. */
  hasIssue(id: string): boolean;
  /** Returns true where the thing's issue is gone from the tracker, and this push makes no new one. */
  isGone(id: string): boolean;
  /** True where everything is looked at, and what is gone is made again with all its links. */
  remakes: boolean;
  /**
   * True where links that the tracker refused, or that people moved, are tried again: by a retry, or with
   * `overwrite`.
   */
  triesAll: boolean;
  /** True where a status that the tracker has changed, too, is written all the same. */
  overwritesStatus: boolean;
  /** Returns true where the tracker has it in this version, or could not take it in this version. */
  has(row: LedgerRow | undefined, hash: string): boolean;
}

/** Adds the questions to a snapshot. */
export function planningView(snapshot: Snapshot, capacity: Capacity): PlanningView {
  const rows = new Map(
    snapshot.ledger.map((row) => [rowKey(row.kind, row.entity_id, row.needed_id), row] as const),
  );
  const row = (kind: Kind, entityId: string, neededId = "") => rows.get(rowKey(kind, entityId, neededId));
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
