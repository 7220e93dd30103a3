import type { Expression } from "kysely";
import { isFoundBy, type Tx } from "../../storage/dialect.ts";

const ends = ["from_id", "to_id"] as const;

/** Moves a deleted spec's dependencies to the deleted ones. */
export async function keepDependenciesOf(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const columns = ["workspace_id", "id", "from_id", "to_id", "created_at"] as const;
  for (const end of ends) {
    await tx
      .insertInto("deleted_dependencies")
      .columns(columns)
      .expression(
        tx
          .selectFrom("dependencies")
          .select(columns)
          .where("workspace_id", "=", workspaceId)
          .where(end, "=", id),
      )
      .execute();
    await tx.deleteFrom("dependencies").where("workspace_id", "=", workspaceId).where(end, "=", id).execute();
  }
}

/** Deletes dependencies of specs that can't be restored any more. */
export async function forgetDeletedDependencies(
  tx: Tx,
  workspaceId: string,
  specs: Expression<unknown>,
): Promise<void> {
  for (const end of ends)
    await tx
      .deleteFrom("deleted_dependencies")
      .where("workspace_id", "=", workspaceId)
      .where(isFoundBy(tx, end, specs))
      .execute();
}
