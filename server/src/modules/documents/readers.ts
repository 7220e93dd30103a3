import { readDocumentId } from "../../anchors/document-id.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { readersOfPlans } from "../plans/readers.ts";
import { locationOf } from "./find-item.ts";

/** What decides who can read a document. */
interface Reach {
  workspaceId: string;
  plan: { id: string } | null;
}

/** Filters users to members who can read the document and its discussion. */
export async function readersAmong(
  db: Db,
  { workspaceId, plan }: Reach,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const members = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "user_id", userIds))
    .execute();
  const ids = members.map(({ user_id }) => user_id);
  if (!plan || ids.length === 0) return new Set(ids);
  const reads = await readersOfPlans(db, workspaceId, [plan.id], ids);
  return new Set(ids.filter((userId) => reads(plan.id, userId)));
}

/** Filters users to members who can read the document now, wherever it has moved; nobody reads a deleted one. */
export async function readersOfDocument(
  db: Db,
  workspaceId: string,
  documentId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const ref = readDocumentId(documentId, workspaceId);
  if (ref?.kind !== "item") return readersAmong(db, { workspaceId, plan: null }, userIds);
  const [location] = await locationOf(db, { workspaceId, id: ref.id });
  if (!location) return new Set();
  const plan = location.plan_id === null ? null : { id: location.plan_id };
  return readersAmong(db, { workspaceId, plan }, userIds);
}
