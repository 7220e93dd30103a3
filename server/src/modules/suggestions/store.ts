import type { SuggestionState } from "@groundplan/contract";
import { credentialNames } from "../../events/credential.ts";
import type { Db } from "../../storage/dialect.ts";
import { insertInto, type Param, statement } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";

/** Selects suggestions with names of authors, deciders and credentials. */
const suggestionsOf = (db: Db, workspaceId: string) =>
  db
    .selectFrom("suggestions")
    .leftJoin("users as author", "author.id", "suggestions.author_user_id")
    .leftJoin("users as decider", "decider.id", "suggestions.decided_by")
    .selectAll("suggestions")
    .select(["author.name as author_name", "decider.name as decider_name"])
    .select(credentialNames("suggestions"))
    .where("suggestions.workspace_id", "=", workspaceId);

export type SuggestionRow = Awaited<ReturnType<ReturnType<typeof suggestionsOf>["execute"]>>[number];

export const suggestionOfId = statement((db, param: Param<{ workspaceId: string; id: string }>) =>
  suggestionsOf(db, param("workspaceId")).where("suggestions.id", "=", param("id")),
);

/** A document and its deciding plan. */
interface Of {
  workspaceId: string;
  documentId: string;
  planId: string | null;
}

/** Lists a document's suggestions by creation, after an id. */
export function suggestionsAfter(
  db: Db,
  { workspaceId, documentId, planId }: Of,
  state: SuggestionState | "all",
  after: string,
  limit: number,
): Promise<SuggestionRow[]> {
  const own = suggestionsOf(db, workspaceId)
    .where("suggestions.document_id", "=", documentId)
    .where("suggestions.plan_id", planId === null ? "is" : "=", planId)
    .where("suggestions.id", ">", after)
    .orderBy("suggestions.id")
    .limit(limit);
  return (state === "all" ? own : own.where("suggestions.state", "=", state)).execute();
}

/** Counts a plan's open suggestions. */
export async function countOpenSuggestions(
  db: Db,
  plan: { workspace_id: string; id: string },
): Promise<number> {
  const { open } = await db
    .selectFrom("suggestions")
    .select((select) => select.fn.countAll<number>().as("open"))
    .where("workspace_id", "=", plan.workspace_id)
    .where("document_id", "=", plan.id)
    .where("plan_id", "=", plan.id)
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return Number(open);
}

export const insertSuggestions = insertInto("suggestions");

type Change = Partial<
  Pick<
    Tables["suggestions"],
    | "state"
    | "hunks"
    | "specs"
    | "decided_by"
    | "decided_at"
    | "reason"
    | "revision"
    | "proposal_id"
    | "run_id"
  >
>;

export async function updateSuggestion(
  tx: Db,
  { workspace_id, id }: Pick<SuggestionRow, "workspace_id" | "id">,
  change: Change,
): Promise<void> {
  await tx
    .updateTable("suggestions")
    .set(change)
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", id)
    .execute();
}

export async function deleteSuggestion(
  tx: Db,
  { workspace_id, id }: Pick<SuggestionRow, "workspace_id" | "id">,
): Promise<void> {
  await tx.deleteFrom("suggestions").where("workspace_id", "=", workspace_id).where("id", "=", id).execute();
}
