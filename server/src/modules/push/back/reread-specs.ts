import { enqueue } from "../../../jobs/queue.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import { pagesOf } from "../pages-of.ts";
import { jobKindOfReread, mostIds, type Reread } from "./reread-soon.ts";

/** Which specs: those that are in these plans now, or all that a connection knows. */
type Which = { planIds: readonly string[] } | { connectionId: string };

/** Leaves jobs that read the issues of specs again, where what changed before was not taken over. */
export async function rereadSpecs(tx: Tx, workspaceId: string, which: Which): Promise<void> {
  const pushed = tx
    .selectFrom("push_items")
    .select(["connection_id", "external_id"])
    .where("workspace_id", "=", workspaceId)
    .where("kind", "=", "spec");
  const rows = await ("connectionId" in which
    ? pushed.where("connection_id", "=", which.connectionId)
    : pushed.where("entity_id", "in", specsOf(tx, workspaceId, which.planIds))
  ).execute();
  for (const [connectionId, ofConnection] of Map.groupBy(rows, (row) => row.connection_id)) {
    const ids = [...new Set(ofConnection.flatMap((row) => row.external_id ?? []))];
    for (const externalIds of pagesOf(ids, mostIds)) {
      const payload: Reread = { workspaceId, connectionId, externalIds };
      await enqueue(tx, { kind: jobKindOfReread, workspaceId, payload });
    }
  }
}

const specsOf = (tx: Tx, workspaceId: string, planIds: readonly string[]) =>
  tx
    .selectFrom("specs")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "plan_id", planIds));
