import { type Db, isOneOf } from "../../../storage/dialect.ts";
import type { ExternalRef } from "../../trackers/tracker.ts";
import { issueKinds } from "./kinds.ts";
import { type ItemRow, itemsOf, type LedgerScope } from "./ledger.ts";

export const externalColumns = ["external_id", "external_number", "external_key", "external_url"] as const;
export type ExternalRow = Pick<ItemRow, (typeof externalColumns)[number]>;

/** Returns issues by id, without gone ones. */
export async function externalsOf(
  db: Db,
  scope: LedgerScope,
  ids: readonly string[],
): Promise<Map<string, ExternalRef>> {
  const rows = await itemsOf(db, scope)
    .select(["entity_id", ...externalColumns])
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

export function presentExternal(row: ExternalRow): ExternalRef | null {
  if (row.external_id === null) return null;
  return {
    id: row.external_id,
    number: row.external_number,
    key: row.external_key ?? "",
    url: row.external_url ?? "",
  };
}

export const rowOfExternal = (external: ExternalRef): ExternalRow => ({
  external_id: external.id,
  external_number: external.number,
  external_key: external.key,
  external_url: external.url,
});
