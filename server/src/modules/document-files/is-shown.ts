import { type RawBuilder, sql } from "kysely";
import { readDocumentId } from "../../anchors/document-id.ts";
import type { Db } from "../../storage/dialect.ts";
import { type DocumentFileRow, pathOfFile } from "./present.ts";

/**
 * Tests whether a current text of the picture's document shows it: the text itself, a deleted spec that can be restored, a
 * comment, an open suggestion or proposal; for a plan's picture also a spec of the plan.
 */
export async function isShown(
  db: Db,
  { workspace_id, document_id, id }: Pick<DocumentFileRow, "workspace_id" | "document_id" | "id">,
): Promise<boolean> {
  const texts = [...textsOf(workspace_id, document_id), ...talkOf(workspace_id, document_id)];
  const { rows } = await sql`select 1 from (${sql.join(texts, sql` union all `)}) as texts
    where texts.text like ${`%${pathOfFile(id)}%`} limit 1`.execute(db);
  return rows.length > 0;
}

function textsOf(workspaceId: string, documentId: string): RawBuilder<unknown>[] {
  const ref = readDocumentId(documentId, workspaceId);
  if (ref === null) return [];
  const at = (table: string, column: string, found: RawBuilder<unknown>) =>
    sql`select ${sql.ref(column)} as text from ${sql.table(table)}
      where workspace_id = ${workspaceId} and ${found}`;
  if (ref.kind === "item")
    return [
      at("specs", "content", sql`id = ${ref.id}`),
      at("deleted_specs", "content", sql`id = ${ref.id}`),
      at("plans", "description", sql`id = ${ref.id}`),
      // A text moves on from a plan's description into its specs, and a suggested spec has its pictures from the plan.
      at("specs", "content", sql`plan_id = ${ref.id}`),
      // Pieces begin anywhere, so one is looked at together with the next.
      sql`select piece.text || coalesce(next.text, '') as text from context_texts piece
        left join context_texts next on next.workspace_id = piece.workspace_id
          and next.source_id = piece.source_id and next.revision = piece.revision and next.n = piece.n + 1
        where piece.workspace_id = ${workspaceId} and piece.source_id = ${ref.id}`,
    ];
  const level = ref.projectId === null ? sql`project_id is null` : sql`project_id = ${ref.projectId}`;
  if (ref.kind === "skill") return [at("skills", "markdown", sql`${level} and slug = ${ref.slug}`)];
  if (ref.kind === "format") return [at("formats", "markdown", sql`${level} and kind = ${ref.formatKind}`)];
  return [
    at("instructions", "markdown", level),
    sql`select proposal.markdown as text from instruction_proposals proposal
      join instructions on instructions.workspace_id = proposal.workspace_id and instructions.id = proposal.instructions_id
      where proposal.workspace_id = ${workspaceId} and proposal.state = 'open' and ${level}`,
  ];
}

const talkOf = (workspaceId: string, documentId: string): RawBuilder<unknown>[] => [
  sql`select comments.body as text from threads
    join comments on comments.workspace_id = threads.workspace_id and comments.thread_id = threads.id
    where threads.workspace_id = ${workspaceId} and threads.document_id = ${documentId}`,
  sql`select hunks || specs as text from suggestions
    where workspace_id = ${workspaceId} and document_id = ${documentId} and state = 'open'`,
];
