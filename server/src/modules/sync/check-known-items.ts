import { sql } from "kysely";
import { command } from "../../dispatch/commands.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { Connected } from "../connectors/access.ts";
import type { Context } from "../context.ts";
import { externalColumns } from "../push/ledger/externals.ts";
import { issueKinds } from "../push/ledger/kinds.ts";
import { itemsOf, type LedgerScope } from "../push/ledger/ledger.ts";
import type { Tracker } from "../trackers/tracker.ts";
import { notAtRest } from "./at-rest.ts";
import { readItems } from "./refresh.ts";

/**
 * Reads the next few of all known issues in a target, as many as one call takes: a list of changes shows nothing of
 * issues that were deleted, or that can be seen again. Each poll goes on where the one before ended, and begins anew
 * after the last.
 */
export async function checkKnownItems(
  context: Context,
  connection: Connected,
  tracker: Tracker,
  { target, lookedUntil }: { target: string; lookedUntil: string | null },
): Promise<void> {
  const scope = { workspaceId: connection.workspace_id, connectionId: connection.id, target };
  const most = tracker.batchSizes.read;
  const rows = await nextItems(context.db, scope, lookedUntil, most);
  await readItems(context, connection, tracker, target, await notAtRest(context.db, scope, rows));
  const last = rows.length === most ? rows.at(-1) : undefined;
  const until = last ? `${last.kind} ${last.entity_id}` : null;
  if (until === lookedUntil) return;
  await context.writer.run(recordChecked, { ...scope, until });
}

/** Returns the next rows in the order of the table's key. */
function nextItems(db: Db, scope: LedgerScope, after: string | null, most: number) {
  const [kind = "", entityId = ""] = after?.split(" ") ?? [];
  return itemsOf(db, scope)
    .select(["target", "kind", "entity_id", "plan_id", ...externalColumns])
    .where("kind", "in", issueKinds)
    .where(sql<boolean>`(kind, entity_id) > (${kind}, ${entityId})`)
    .where("state", "in", ["sent", "gone"])
    .where("external_id", "is not", null)
    .orderBy("kind")
    .orderBy("entity_id")
    .limit(most)
    .execute();
}

/** Records how far the round through a target's issues has come. */
export const recordChecked = command(
  "push.noteLooked",
  ({ workspaceId }: LedgerScope) => workspaceId,
  async (tx: Tx, { workspaceId, connectionId, target, until }: LedgerScope & { until: string | null }) => {
    await tx
      .updateTable("tracker_polls")
      .set({ looked_until: until })
      .where("workspace_id", "=", workspaceId)
      .where("connection_id", "=", connectionId)
      .where("target", "=", target)
      .execute();
  },
);
