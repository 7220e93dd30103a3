import type { Tx } from "../../storage/dialect.ts";

/** Lets claims follow a spec to another plan. */
export const moveClaims = (tx: Tx, spec: { workspace_id: string; id: string }, planId: string) =>
  tx
    .updateTable("claims")
    .set({ plan_id: planId })
    .where("workspace_id", "=", spec.workspace_id)
    .where("spec_id", "=", spec.id)
    .execute();

/** Deletes the claims of a purged spec. */
export const forgetClaims = (tx: Tx, spec: { workspace_id: string; id: string }) =>
  tx
    .deleteFrom("claims")
    .where("workspace_id", "=", spec.workspace_id)
    .where("spec_id", "=", spec.id)
    .execute();
