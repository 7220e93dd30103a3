import type { LedgerRow } from "./ledger.ts";
import type { PlanNode, SpecNode } from "./snapshot.ts";

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
