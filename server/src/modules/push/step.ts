import { type LedgerRow, rowKey } from "./ledger.ts";
import type { PlanNode, Snapshot, SpecNode } from "./snapshot.ts";

export type Kind = "plan" | "spec" | "child" | "dependency" | "plan_dependency";

/** One thing to do. What the tracker has already is no step. */
export interface Step {
  kind: Kind;
  /** A later look decides between the first two: another push may have been faster. */
  action: "create" | "update" | "link" | "unlink";
  entityId: string;
  /** Of a link: the parent, or what is needed. */
  otherId: string | null;
  planId: string;
  planNumber: number;
  specNumber: number | null;
  /** Of a text: the version that is pushed. */
  revision: number | null;
  hash: string;
}

/** A plan or spec of this push. */
export type Node = Omit<Step, "action">;

export function ofPlan({ id, number, revision, hash }: PlanNode): Node {
  const place = { planId: id, planNumber: number, specNumber: null };
  return { kind: "plan", entityId: id, otherId: null, ...place, revision, hash };
}

export function ofSpec({ id, number, planId, planNumber, revision, hash }: SpecNode): Node {
  const place = { planId, planNumber, specNumber: number };
  return { kind: "spec", entityId: id, otherId: null, ...place, revision, hash };
}

export function link(node: Node, kind: Kind, otherId: string, hash: string): Step {
  return { ...node, kind, action: "link", otherId, revision: null, hash };
}

export function unlink(node: Node, kind: Kind, otherId: string): Step {
  return { ...node, kind, action: "unlink", otherId, revision: null, hash: "" };
}

/** What the tracker can't take is not tried again until it changes. */
export const has = (row: LedgerRow | undefined, hash: string) =>
  (row?.state === "sent" || row?.state === "skipped") && row.pushed_hash === hash;

/** A snapshot as the steps are made from it. */
export interface View extends Snapshot {
  row(kind: Kind, entityId: string, neededId?: string): LedgerRow | undefined;
  /** It has an issue, or gets one in this push. */
  hasIssue(id: string): boolean;
}

export function viewOf(snapshot: Snapshot): View {
  const rows = new Map(
    snapshot.ledger.map((row) => [rowKey(row.kind, row.entity_id, row.needed_id), row] as const),
  );
  const row = (kind: Kind, entityId: string, neededId = "") => rows.get(rowKey(kind, entityId, neededId));
  const gets = new Set(
    [...snapshot.plans, ...snapshot.specs.filter((spec) => spec.included)].map(({ id }) => id),
  );
  const hasIssue = (id: string) => gets.has(id) || Boolean((row("plan", id) ?? row("spec", id))?.external_id);
  return { ...snapshot, row, hasIssue };
}
