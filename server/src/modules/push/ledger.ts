import type { Selectable } from "kysely";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import type { External } from "./trackers/tracker.ts";

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
  | "held"
>;

/** One target of one connection: what was pushed elsewhere says nothing here. */
export interface Shelf {
  workspaceId: string;
  connectionId: string;
  target: string;
}

export function itemsOf(db: Db, { workspaceId, connectionId, target }: Shelf) {
  return db
    .selectFrom("push_items")
    .where("workspace_id", "=", workspaceId)
    .where("connection_id", "=", connectionId)
    .where("target", "=", target);
}

/** What tells the rows of a shelf apart. */
export const rowKey = (kind: string, entityId: string, neededId: string) => `${kind} ${entityId} ${neededId}`;

const kinds = ["plan", "spec", "part", "child", "dependency", "plan_dependency"] as const;

/** What is known of these plans and of whatever has these ids, wherever it was when it was pushed. */
export async function readLedger(
  db: Db,
  shelf: Shelf,
  planIds: readonly string[],
  ids: readonly string[],
): Promise<LedgerRow[]> {
  const rows = itemsOf(db, shelf).select([
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
    ...(["pushed_hash", "pushed_at", "held"] as const),
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

/** What plans, specs and parts have in the tracker, by their ids. */
export async function externalsOf(
  db: Db,
  shelf: Shelf,
  ids: readonly string[],
): Promise<Map<string, External>> {
  const rows = await itemsOf(db, shelf)
    .select(["entity_id", "external_id", "external_number", "external_key", "external_url"])
    .where("kind", "in", ["plan", "spec", "part"])
    .where(isOneOf(db, "entity_id", [...new Set(ids)]))
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const external = presentExternal(row);
      return external ? [[row.entity_id, external] as const] : [];
    }),
  );
}

export function presentExternal(
  row: Pick<ItemRow, "external_id" | "external_number" | "external_key" | "external_url">,
): External | null {
  if (row.external_id === null) return null;
  return {
    id: row.external_id,
    number: row.external_number,
    key: row.external_key ?? "",
    url: row.external_url ?? "",
  };
}
