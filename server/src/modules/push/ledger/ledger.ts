import type { ExpressionBuilder, Selectable } from "kysely";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";
import type { ExternalRef } from "../../trackers/tracker.ts";
import { dependencyKinds, issueKinds } from "./kinds.ts";

export type ItemRow = Selectable<Tables["push_items"]>;
export type LedgerRow = Pick<
  ItemRow,
  | "kind"
  | "entity_id"
  | "needed_id"
  | "plan_id"
  | "state"
  | "external_id"
  | "external_key"
  | "external_url"
  | "pushed_hash"
  | "pushed_at"
  | "possible_parents"
>;

/** One target of one connection. The ledger of another target says nothing about it. */
export interface LedgerScope {
  workspaceId: string;
  connectionId: string;
  target: string;
}

/** Returns the condition that a row of the ledger is of this target. */
export function inScope({ workspaceId, connectionId, target }: LedgerScope) {
  return ({ and }: ExpressionBuilder<Tables, "push_items">) =>
    and({ workspace_id: workspaceId, connection_id: connectionId, target });
}

/** Selects from the ledger's rows of this target. */
export const itemsOf = (db: Db, scope: LedgerScope) => db.selectFrom("push_items").where(inScope(scope));

/** Returns the key of a ledger row within its scope. */
export const rowKey = (kind: string, entityId: string, neededId: string) => `${kind} ${entityId} ${neededId}`;

const kinds = [...issueKinds, "child", ...dependencyKinds] as const;

/** Returns the rows of these plans and of everything with these ids, wherever it was when it was pushed. */
export async function readLedger(
  db: Db,
  scope: LedgerScope,
  planIds: readonly string[],
  ids: readonly string[],
): Promise<LedgerRow[]> {
  const rows = itemsOf(db, scope).select([
    ...([
      "kind",
      "entity_id",
      "needed_id",
      "plan_id",
      "state",
      "external_id",
      "external_key",
      "external_url",
    ] as const),
    ...(["pushed_hash", "pushed_at", "possible_parents"] as const),
  ]);
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

/** Returns the issues of plans, specs and parts by their ids, without those that are gone. */
export async function externalsOf(
  db: Db,
  scope: LedgerScope,
  ids: readonly string[],
): Promise<Map<string, ExternalRef>> {
  const rows = await itemsOf(db, scope)
    .select(["entity_id", "external_id", "external_number", "external_key", "external_url"])
    .where("kind", "in", issueKinds)
    .where("state", "!=", "gone")
    .where(isOneOf(db, "entity_id", [...new Set(ids)]))
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const external = presentExternal(row);
      return external ? [[row.entity_id, external] as const] : [];
    }),
  );
}

/** Returns the issue of a row; null where it has none yet. */
export function presentExternal(
  row: Pick<ItemRow, "external_id" | "external_number" | "external_key" | "external_url">,
): ExternalRef | null {
  if (row.external_id === null) return null;
  return {
    id: row.external_id,
    number: row.external_number,
    key: row.external_key ?? "",
    url: row.external_url ?? "",
  };
}
