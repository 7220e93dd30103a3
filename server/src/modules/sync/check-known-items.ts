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
 * Reads the next known issues of a target in one call, since lists of changes omit deletions and restored
 * access. Polls continue the round and restart it at the end.
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

/** Records the round's progress. */
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
