import { type FormatKind, formatKind } from "@groundplan/contract";
import { sql } from "kysely";
import { readDocumentId } from "../../anchors/document-id.ts";
import { findRevision } from "../../revisions/revisions.ts";
import type { Db } from "../../storage/dialect.ts";
import { sourceOfId } from "../context/access.ts";
import { wholeText } from "../context/change-source.ts";
import { builtIn as builtInFormats } from "../formats/built-in/index.ts";
import { builtIn as builtInSkill } from "../skills/built-in.ts";

/** A document's current text and revision subject, null if unwritten. */
export interface DocumentText {
  text: string;
  revision: number;
  subjectId: string | null;
}

/** Returns a document's text for internal work, if it exists. */
export async function textOfDocument(
  db: Db,
  workspaceId: string,
  documentId: string,
): Promise<DocumentText | undefined> {
  const ref = readDocumentId(documentId, workspaceId);
  if (!ref) return undefined;
  if (ref.kind === "item") return textOfItem(db, workspaceId, ref.id);
  const inLevel = sql<boolean>`coalesce(project_id, '') = ${ref.projectId ?? ""}`;
  if (ref.kind === "instructions")
    return written(
      await db
        .selectFrom("instructions")
        .select(["id", "markdown", "revision"])
        .where("workspace_id", "=", workspaceId)
        .where(inLevel)
        .executeTakeFirst(),
    );
  if (ref.kind === "skill") {
    const row = await db
      .selectFrom("skills")
      .select(["id", "markdown", "revision"])
      .where("workspace_id", "=", workspaceId)
      .where("slug", "=", ref.slug)
      .where("deleted_at", "is", null)
      .where(inLevel)
      .executeTakeFirst();
    const shipped = ref.projectId === null ? builtInSkill(ref.slug) : undefined;
    return (
      written(row) ?? (shipped && { text: shipped.markdown, revision: shipped.revision, subjectId: null })
    );
  }
  const kind = formatKind.safeParse(ref.formatKind).data;
  return kind && formatText(db, workspaceId, ref.projectId, kind);
}

const written = (row: { id: string; markdown: string; revision: number } | undefined) =>
  row && { text: row.markdown, revision: row.revision, subjectId: row.id };

async function formatText(
  db: Db,
  workspaceId: string,
  projectId: string | null,
  kind: FormatKind,
): Promise<DocumentText | undefined> {
  const row = await db
    .selectFrom("formats")
    .select(["id", "markdown", "revision"])
    .where("workspace_id", "=", workspaceId)
    .where("kind", "=", kind)
    .where(sql<boolean>`coalesce(project_id, '') = ${projectId ?? ""}`)
    .executeTakeFirst();
  const shipped = projectId === null ? builtInFormats[kind] : "";
  return { text: row?.markdown ?? shipped, revision: row?.revision ?? 0, subjectId: row?.id ?? null };
}

async function textOfItem(db: Db, workspaceId: string, id: string): Promise<DocumentText | undefined> {
  const spec = await db
    .selectFrom("specs")
    .select(["content", "revision"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (spec) return { text: spec.content, revision: spec.revision, subjectId: id };
  const plan = await db
    .selectFrom("plans")
    .select(["description", "revision"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (plan) return { text: plan.description ?? "", revision: plan.revision, subjectId: id };
  const source = await sourceOfId(db, workspaceId, id);
  if (!source) return undefined;
  return { text: await wholeText(db, source), revision: source.revision, subjectId: id };
}

/** Returns the text at a revision; null if not stored, as for pages and files. */
export async function textAt(
  db: Db,
  workspaceId: string,
  { subjectId }: DocumentText,
  revision: number,
): Promise<string | null> {
  const row = subjectId === null ? undefined : await findRevision(db, workspaceId, subjectId, revision);
  return row === undefined || row.text === "" ? null : row.text;
}
