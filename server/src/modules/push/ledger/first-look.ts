import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import { inScope, type LedgerScope } from "./ledger.ts";
import { rowOfBase, type SentStatuses, statusToSend } from "./statuses.ts";

/** Takes the last known statuses as comparison base if there is none, so that only later changes are sent. */
export async function lookAtStatuses(
  tx: Tx,
  scope: LedgerScope,
  planIds: readonly string[],
  statuses: SentStatuses,
): Promise<void> {
  const { workspaceId, connectionId, target } = scope;
  const rows = await tx
    .selectFrom("push_items")
    .innerJoin("specs", (join) =>
      join
        .onRef("specs.workspace_id", "=", "push_items.workspace_id")
        .onRef("specs.id", "=", "push_items.entity_id"),
    )
    .select(["push_items.entity_id", "specs.status", "push_items.remote_status"])
    .where("push_items.workspace_id", "=", workspaceId)
    .where("push_items.connection_id", "=", connectionId)
    .where("push_items.target", "=", target)
    .where("push_items.kind", "=", "spec")
    .where("push_items.external_id", "is not", null)
    .where("push_items.base_status", "is", null)
    .where(isOneOf(tx, "specs.plan_id", planIds))
    .execute();
  const alike = Map.groupBy(rows, ({ status, remote_status }) => `${status} ${remote_status}`);
  for (const group of alike.values()) {
    const [first] = group;
    const ours = first && statusToSend(first.status, statuses);
    if (!first || !ours) continue;
    await tx
      .updateTable("push_items")
      .set(rowOfBase({ ours, theirs: first.remote_status ?? "TODO" }))
      .where(inScope(scope))
      .where("kind", "=", "spec")
      .where(
        isOneOf(
          tx,
          "entity_id",
          group.map(({ entity_id }) => entity_id),
        ),
      )
      .execute();
  }
}
