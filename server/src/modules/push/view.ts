import type { LedgerRow } from "./ledger.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Kind } from "./step.ts";

/** A snapshot as the steps are made from it. */
export interface View extends Snapshot {
  row(kind: Kind, entityId: string): LedgerRow | undefined;
  /** It has an issue, or gets one in this push. */
  hasIssue(id: string): boolean;
}

export function viewOf(snapshot: Snapshot): View {
  const rows = new Map(snapshot.ledger.map((row) => [`${row.kind} ${row.entity_id}`, row]));
  const row = (kind: Kind, entityId: string) => rows.get(`${kind} ${entityId}`);
  const gets = new Set(
    [...snapshot.plans, ...snapshot.specs.filter((spec) => spec.included)].map(({ id }) => id),
  );
  const hasIssue = (id: string) => gets.has(id) || Boolean((row("plan", id) ?? row("spec", id))?.external_id);
  return { ...snapshot, row, hasIssue };
}
