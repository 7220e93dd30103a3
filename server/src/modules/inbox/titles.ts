import { type Db, isOneOf } from "../../storage/dialect.ts";
import { titleOfDocument } from "../documents/find-tier-text.ts";
import type { ItemRow } from "./store.ts";

/**
 * Returns the titles of items, as they are now: the document's, else the plan's. Of a webhook it is the host, which is
 * asked for all of them at once.
 */
export async function titlesOf(
  db: Db,
  workspaceId: string,
  rows: readonly ItemRow[],
): Promise<(row: ItemRow) => string> {
  const ids = rows.filter(isOfWebhook).map(({ subject_id }) => subject_id);
  const hooks = ids.length === 0 ? [] : await webhooksOf(db, workspaceId, ids);
  const hosts = new Map(hooks.map(({ id, url }) => [id, new URL(url).host]));
  return (row) => (isOfWebhook(row) ? (hosts.get(row.subject_id) ?? "") : titleOf(row));
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
  const ofTier = document_id === null ? "" : titleOfDocument(document_id);
  return ofTier || (spec_title ?? source_title ?? plan_name ?? "");
};
