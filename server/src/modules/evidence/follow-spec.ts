import type { Tx } from "../../storage/dialect.ts";

const tables = ["evidence", "spec_workers"] as const;
type Spec = { workspace_id: string; id: string };

/** Lets evidence follow a spec to another plan. */
export async function moveEvidence(tx: Tx, spec: Spec, planId: string): Promise<void> {
  for (const table of tables)
    await tx
      .updateTable(table)
      .set({ plan_id: planId })
      .where("workspace_id", "=", spec.workspace_id)
      .where("spec_id", "=", spec.id)
      .execute();
}

/** Deletes the evidence of a purged spec. */
export async function forgetEvidence(tx: Tx, spec: Spec): Promise<void> {
  for (const table of tables)
    await tx
      .deleteFrom(table)
      .where("workspace_id", "=", spec.workspace_id)
      .where("spec_id", "=", spec.id)
      .execute();
}
