import { type LedgerRow, rowKey } from "./ledger.ts";
import type { PlanNode, Snapshot, SpecNode } from "./snapshot.ts";
import type { Capacity } from "./trackers/tracker.ts";

/** `part`: holds some of the children of a parent that has more than the tracker takes. */
export type Kind = "plan" | "spec" | "part" | "child" | "dependency" | "plan_dependency";

/** One thing to do. What the tracker has already is no step. */
export interface Step {
  kind: Kind;
  /** A later look decides between the first two: another push may have been faster. */
  action: "create" | "update" | "link" | "unlink";
  entityId: string;
  /** Of a dependency: what is needed. */
  otherId: string | null;
  planId: string;
  planNumber: number;
  specNumber: number | null;
  /** Of a text: the version that is pushed. */
  revision: number | null;
  effort: number | null;
  extra: Extra | null;
  /** Of a text or a child: what it lies under, the plan first, then specs and parts, the outermost first. */
  path: string[] | null;
  hash: string;
}

/** What a text says beside its version. */
export interface Extra {
  /** Of a part, which has no version. */
  title?: string;
  /** What it needs first and the tracker takes no link for. */
  needs?: string[];
}

/** A plan, spec or part of this push. */
export interface Node extends Omit<Step, "action" | "path"> {
  kind: "plan" | "spec" | "part";
  path: string[];
}

const empty = { otherId: null, effort: null, extra: null, path: [] };

export function ofPlan({ id, number, revision, hash }: PlanNode): Node {
  const place = { planId: id, planNumber: number, specNumber: null };
  return { ...empty, kind: "plan", entityId: id, ...place, revision, hash };
}

export function ofSpec({ id, number, planId, planNumber, revision, effort, hash }: SpecNode): Node {
  const place = { planId, planNumber, specNumber: number };
  return { ...empty, kind: "spec", entityId: id, ...place, revision, effort, hash };
}

/** A step between two things; it carries no text. */
export function linkStep(
  node: Node,
  action: "link" | "unlink",
  kind: Kind,
  { otherId = null, path = null, hash = "" }: Partial<Pick<Step, "otherId" | "path" | "hash">>,
): Step {
  return { ...node, kind, action, otherId, path, hash, revision: null, effort: null, extra: null };
}

/** A snapshot as the steps are made from it. */
export interface View extends Snapshot {
  capacity: Capacity;
  row(kind: Kind, entityId: string, neededId?: string): LedgerRow | undefined;
  /** It has an issue, or gets one in this push. */
  hasIssue(id: string): boolean;
  /** What the tracker refused, or people put elsewhere, is tried again: by a retry, or where that is overwritten. */
  triesAll: boolean;
  /** The tracker has it so. What it can't take is not tried again until it changes. */
  has(row: LedgerRow | undefined, hash: string): boolean;
}

export function viewOf(snapshot: Snapshot, capacity: Capacity): View {
  const rows = new Map(
    snapshot.ledger.map((row) => [rowKey(row.kind, row.entity_id, row.needed_id), row] as const),
  );
  const row = (kind: Kind, entityId: string, neededId = "") => rows.get(rowKey(kind, entityId, neededId));
  const gets = new Set(
    [...snapshot.plans, ...snapshot.specs.filter((spec) => spec.included)].map(({ id }) => id),
  );
  const hasIssue = (id: string) => gets.has(id) || Boolean((row("plan", id) ?? row("spec", id))?.external_id);
  const { retry, onConflict } = snapshot.options;
  const triesAll = retry || onConflict === "overwrite";
  const settled = triesAll ? ["sent"] : ["sent", "skipped"];
  const has = (known: LedgerRow | undefined, hash: string) =>
    known !== undefined && settled.includes(known.state) && known.pushed_hash === hash;
  return { ...snapshot, capacity, row, hasIssue, has, triesAll };
}
