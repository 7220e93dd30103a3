import { sql } from "kysely";
import { isOneOf, type Tx } from "../../storage/dialect.ts";

/** Deletes the rows of `spec_labels` for the specs of plans, deleted ones included. */
export async function forgetLabels(tx: Tx, workspaceId: string, planIds: readonly string[]): Promise<void> {
  for (const table of ["specs", "deleted_specs"] as const) {
    const labelled = tx
      .selectFrom(table)
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "plan_id", planIds))
      .where("labels", "<>", "[]");
    await sql`delete from spec_labels where workspace_id = ${workspaceId} and (label_id, spec_id) in (
      select labels.id, labelled.id from (${labelled}) as labelled cross join labels
      where labels.workspace_id = ${workspaceId})`.execute(tx);
  }
}
