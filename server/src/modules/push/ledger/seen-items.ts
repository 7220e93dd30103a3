import { command } from "../../../dispatch/commands.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { type ItemRow, inScope, type LedgerScope } from "./ledger.ts";

export interface SeenItem {
  row: Pick<ItemRow, "kind" | "entity_id" | "last_synced" | "pushed_hash" | "look">;
  look: string | null;
}

/** Stores a dry run's view. Rows written meanwhile stay. */
export const noteLooks = command(
  "push.noteLooks",
  ({ scope }: { scope: LedgerScope; seen: SeenItem[] }) => scope.workspaceId,
  async (tx: Tx, { scope, seen }: { scope: LedgerScope; seen: SeenItem[] }) => {
    for (const { row, look } of seen)
      await tx
        .updateTable("push_items")
        .set({ look })
        .where(inScope(scope))
        .where("kind", "=", row.kind)
        .where("entity_id", "=", row.entity_id)
        .where("state", "=", "sent")
        .where("last_synced", "is not distinct from", row.last_synced)
        .where("pushed_hash", "is not distinct from", row.pushed_hash)
        .where("look", "is not distinct from", row.look)
        .execute();
  },
);
