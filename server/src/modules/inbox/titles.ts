import { type Db, isOneOf } from "../../storage/dialect.ts";
import { labelOf } from "../connectors/catalog.ts";
import { titleOfDocument } from "../documents/find-level-text.ts";
import type { ItemRow } from "./store.ts";

/**
 * Returns items' current titles: the document's or plan's name, a connector's label, or a webhook's host.
 * Hosts take one query.
 */
export async function titlesOf(
  db: Db,
  workspaceId: string,
  rows: readonly ItemRow[],
): Promise<(row: ItemRow) => string> {
  const ids = rows.filter(isOfWebhook).map(({ subject_id }) => subject_id);
  const hooks = ids.length === 0 ? [] : await webhooksOf(db, workspaceId, ids);
  const hosts = new Map(hooks.map(({ id, url }) => [id, new URL(url).host]));
  return (row) => {
    if (isOfWebhook(row)) return hosts.get(row.subject_id) ?? "";
    if (row.type === "policy.changed") return row.project_name ?? "The workspace";
    return row.type.startsWith("connector.") ? connectorOf(row) : titleOf(row);
  };
}

/** Returns a connector's label; an own server's slug. */
function connectorOf({ data }: ItemRow): string {
  const { connectorId } = JSON.parse(data) as { connectorId: string };
  return labelOf(connectorId);
}

const isOfWebhook = ({ type }: ItemRow): boolean => type.startsWith("webhook.");

const webhooksOf = (db: Db, workspaceId: string, ids: string[]) =>
  db
    .selectFrom("webhooks")
    .select(["id", "url"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", ids))
    .execute();

const titleOf = ({ document_id, spec_title, source_title, plan_name }: ItemRow): string => {
  const ofLevel = document_id === null ? "" : titleOfDocument(document_id);
  return ofLevel || (spec_title ?? source_title ?? plan_name ?? "");
};
