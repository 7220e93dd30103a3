import type { Tx } from "../../storage/dialect.ts";

/** Tables about the work on a spec, which keep its plan beside it. */
const tables = ["claims", "evidence", "spec_workers", "criterion_sources"] as const;
type Spec = { workspace_id: string; id: string };

/** Lets claims, evidence and sources of criteria follow a spec to another plan. */
export async function moveWork(tx: Tx, spec: Spec, planId: string): Promise<void> {
  for (const table of tables)
    await tx
      .updateTable(table)
      .set({ plan_id: planId })
      .where("workspace_id", "=", spec.workspace_id)
      .where("spec_id", "=", spec.id)
      .execute();
}

/** Deletes the claims, evidence and sources of criteria of a purged spec. */
export async function forgetWork(tx: Tx, spec: Spec): Promise<void> {
  for (const table of tables)
    await tx
      .deleteFrom(table)
      .where("workspace_id", "=", spec.workspace_id)
      .where("spec_id", "=", spec.id)
      .execute();
}
