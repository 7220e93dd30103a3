import { type Expression, sql } from "kysely";
import { forgetDocuments } from "../full-text/index-document.ts";
import { forgetItems } from "../inbox-items/move-items.ts";
import { isFoundBy, isOneOf, type Tx } from "../storage/dialect.ts";
import { forgetSuggestions, moveSuggestions } from "./suggestions.ts";

/**
 * Deletes threads with their comments, anchors and index entries, for deleted documents, plans or projects;
 * `ids` selects the ids of these.
 */
export async function forgetThreads(
  tx: Tx,
  workspaceId: string,
  column: "document_id" | "plan_id" | "project_id",
  ids: Expression<unknown>,
): Promise<void> {
  const own = tx
    .selectFrom("threads")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isFoundBy(tx, column, ids));
  await forgetDocuments(tx, workspaceId, "thread", own);
  await forgetSuggestions(tx, workspaceId, column, ids);
  await tx
    .deleteFrom("anchors")
    .where("workspace_id", "=", workspaceId)
    .where(isFoundBy(tx, "id", own))
    .execute();
  await tx
    .deleteFrom("threads")
    .where("workspace_id", "=", workspaceId)
    .where(isFoundBy(tx, column, ids))
    .execute();
}

/** Deletes a document's threads and their inbox items. */
export async function forgetThreadsOf(tx: Tx, workspaceId: string, documentId: string): Promise<void> {
  await forgetThreads(tx, workspaceId, "document_id", sql`(select cast(${documentId} as text))`);
  await forgetItems(tx, workspaceId, { documents: [documentId] });
}

/** Sets the plan under which search finds a document's threads. */
export async function placeThreads(
  tx: Tx,
  workspaceId: string,
  documentId: string,
  planId: string,
): Promise<void> {
  const own = tx
    .selectFrom("threads")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("document_id", "=", documentId);
  await tx
    .updateTable("search_documents")
    .set({ plan_id: planId })
    .where("workspace_id", "=", workspaceId)
    .where("kind", "=", "thread")
    .where(isFoundBy(tx, "document_id", own))
    .execute();
}

/**
 * Takes threads and suggestions along to the new project of the plans in which they are. Those about sources of another
 * project stay in that one, and the search finds none of them until their plan is there again.
 */
export async function moveThreadsOfPlans(
  tx: Tx,
  workspaceId: string,
  planIds: readonly string[],
  projectId: string,
): Promise<void> {
  for (const table of ["threads", "suggestions"] as const)
    await tx
      .updateTable(table)
      .set({ project_id: projectId })
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "plan_id", planIds))
      .where(
        sql<boolean>`not exists (select 1 from context_sources as sources
          where sources.workspace_id = ${sql.table(table)}.workspace_id and sources.id = ${sql.table(table)}.document_id
            and sources.scope = 'PROJECT' and sources.project_id <> ${projectId})`,
      )
      .execute();
  const aboutSources = tx
    .selectFrom("threads")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "plan_id", planIds))
    .where("document_kind", "=", "context-source");
  await tx
    .updateTable("search_documents")
    .set({
      // No plan has the id of a source, so that nobody finds what lies there.
      plan_id: sql`(select case when threads.project_id = ${projectId} then threads.plan_id else threads.document_id end
        from threads where threads.workspace_id = ${workspaceId} and threads.id = search_documents.document_id)`,
    })
    .where("workspace_id", "=", workspaceId)
    .where("kind", "=", "thread")
    .where(isFoundBy(tx, "document_id", aboutSources))
    .execute();
}

/** Moves a spec's threads to its new plan, which decides who can see them. */
export async function moveThreads(
  tx: Tx,
  workspaceId: string,
  specId: string,
  plan: { id: string; project_id: string },
): Promise<void> {
  await moveSuggestions(tx, workspaceId, specId, plan);
  await placeThreads(tx, workspaceId, specId, plan.id);
  await tx
    .updateTable("threads")
    .set({ plan_id: plan.id, project_id: plan.project_id })
    .where("workspace_id", "=", workspaceId)
    .where("document_id", "=", specId)
    .execute();
}
