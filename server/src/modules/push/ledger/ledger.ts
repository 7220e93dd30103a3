import type { ExpressionBuilder, Selectable } from "kysely";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";
import { dependencyKinds, issueKinds } from "./kinds.ts";

export type ItemRow = Selectable<Tables["push_items"]>;

const ledgerColumns = [
  "kind",
  "entity_id",
  "needed_id",
  "plan_id",
  "state",
  "external_id",
  "external_key",
  "external_url",
  "pushed_hash",
  "pushed_at",
  "possible_parents",
  "remote_status",
  "base_status",
  "base_remote_status",
  "pushed_details",
  "look",
] as const;
export type LedgerRow = Pick<ItemRow, (typeof ledgerColumns)[number]>;

/** One target of one connection. */
export interface LedgerScope {
  workspaceId: string;
  connectionId: string;
  target: string;
}

export function inScope({ workspaceId, connectionId, target }: LedgerScope) {
  return ({ and }: ExpressionBuilder<Tables, "push_items">) =>
    and({ workspace_id: workspaceId, connection_id: connectionId, target });
}

export const itemsOf = (db: Db, scope: LedgerScope) => db.selectFrom("push_items").where(inScope(scope));

export const rowKey = (kind: string, entityId: string, neededId: string) => `${kind} ${entityId} ${neededId}`;

/** Listed in queries by id, so that they use the table's key. */
const kinds = [...issueKinds, "child", ...dependencyKinds] as const;

/** Returns the rows of these plans and ids, whichever plan they had when pushed. */
export async function readLedger(
  db: Db,
  scope: LedgerScope,
  planIds: readonly string[],
  ids: readonly string[],
): Promise<LedgerRow[]> {
  const rows = itemsOf(db, scope).select(ledgerColumns);
  const ofPlans = await rows.where(isOneOf(db, "plan_id", planIds)).execute();
  const others = await rows
    .where("kind", "in", kinds)
    .where(isOneOf(db, "entity_id", ids))
    .execute();
  const each = [...ofPlans, ...others].map(
    (row) => [rowKey(row.kind, row.entity_id, row.needed_id), row] as const,
  );
  return [...new Map(each).values()];
}
