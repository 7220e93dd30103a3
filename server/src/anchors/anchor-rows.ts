import { type Expression, type SqlBool, sql } from "kysely";
import { type Db, fieldOf, isFoundBy, isOneOf, isPostgres, type Tx, tableOf } from "../storage/dialect.ts";
import { insertInto, type Param, statement } from "../storage/statement.ts";
import type { AnchorKind } from "../storage/tables/anchors.ts";
import type { Tables } from "../storage/tables.ts";
import type { Anchor } from "./anchor.ts";
import { requireAnchorCapacity } from "./anchor-capacity.ts";
import { formatDocument, instructionsDocument, skillDocument } from "./document-id.ts";

export type AnchorRow = Tables["anchors"];

const insertRows = insertInto("anchors");

/** Adds anchors of one thread, one suggestion, or quotes of one source; throws 409 if the document is at its limit. */
export async function insertAnchors(tx: Tx, rows: readonly AnchorRow[]): Promise<void> {
  await requireAnchorCapacity(tx, rows);
  await insertRows(tx, rows);
}

export const anchorRow = (
  key: { workspaceId: string; documentId: string; id: string; kind: AnchorKind },
  { exact, prefix, suffix, start, end, revision, state }: Anchor,
): AnchorRow => ({
  workspace_id: key.workspaceId,
  document_id: key.documentId,
  id: key.id,
  kind: key.kind,
  exact,
  prefix,
  suffix,
  start_at: start,
  end_at: end,
  revision,
  state,
  sought: null,
});

/** Returns the API's form of an anchor. */
export function presentAnchor(row: AnchorRow) {
  const { exact, prefix, suffix, revision, state } = row;
  const isLost = state === "orphaned";
  return {
    exact,
    prefix,
    suffix,
    start: isLost ? null : row.start_at,
    end: isLost ? null : row.end_at,
    revision: String(revision),
    state,
  };
}

/** Returns anchors by thread or hunk id. */
export async function anchorsOf(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, AnchorRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("anchors")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** An anchor without its texts, which may be long. */
export type AnchorPosition = Omit<AnchorRow, "exact" | "prefix" | "suffix">;

/** Returns a document's anchors without their texts. */
export const positionsIn = statement((db, param: Param<{ workspaceId: string; documentId: string }>) =>
  db
    .selectFrom("anchors")
    .select([
      "workspace_id",
      "document_id",
      "id",
      "kind",
      "start_at",
      "end_at",
      "revision",
      "state",
      "sought",
    ])
    .where("workspace_id", "=", param("workspaceId"))
    .where("document_id", "=", param("documentId")),
);

/** Returns a document's anchors that wait for a search. */
export const soughtIn = statement((db, param: Param<{ workspaceId: string; documentId: string }>) =>
  db
    .selectFrom("anchors")
    .selectAll()
    .where("workspace_id", "=", param("workspaceId"))
    .where("document_id", "=", param("documentId"))
    .where("sought", "is not", null),
);

/** Filters documents to those with anchors. */
export async function documentsWithAnchors(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom("anchors")
    .select("document_id")
    .distinct()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "document_id", ids))
    .execute();
  return new Set(rows.map((row) => row.document_id));
}

/** Deletes the anchors of deleted documents, given by id or as a subquery. */
export async function forgetAnchors(
  tx: Tx,
  workspaceId: string,
  documents: readonly string[] | Expression<unknown>,
): Promise<void> {
  const ids = "toOperationNode" in documents ? documents : tableOf(tx, documents);
  await tx
    .deleteFrom("anchors")
    .where("workspace_id", "=", workspaceId)
    .where(isFoundBy(tx, "document_id", ids))
    .execute();
}

/** Deletes the anchors of a project's instructions, skills and formats. */
export async function forgetAnchorsOfProject(
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  await forgetAnchors(tx, workspaceId, [instructionsDocument(id)]);
  for (const first of [skillDocument(id, ""), formatDocument(id, "")])
    await tx
      .deleteFrom("anchors")
      .where("workspace_id", "=", workspaceId)
      .where(sql<SqlBool>`substr(document_id, 1, ${sql.lit(first.length)}) = ${first}`)
      .execute();
}

/** Columns that any write may change, and those that change with the surrounding words. */
export const positionColumns = ["start_at", "end_at", "revision", "state", "sought"] as const;
export const wordColumns = [...positionColumns, "prefix", "suffix"] as const;

type Column = (typeof wordColumns)[number];
type Changed<C extends Column> = Pick<AnchorRow, "workspace_id" | "document_id" | "id" | C>;

/**
 * Updates columns of one document's anchors: one by one on SQLite, which would read a list once per anchor of the
 * document, and in a single statement on PostgreSQL.
 */
export async function updateAnchors<C extends Column>(
  tx: Tx,
  columns: readonly C[],
  rows: readonly Changed<C>[],
): Promise<void> {
  if (isPostgres(tx)) return updateTogether(tx, columns, rows);
  const key = columns.join();
  const update = updates.get(key) ?? updateOf(columns);
  updates.set(key, update);
  // The statement reads these columns only.
  for (const row of rows) await update(tx, row as Changed<Column>);
}

/** Statements by the columns that they change. */
const updates = new Map<string, ReturnType<typeof updateOf>>();

const updateOf = (columns: readonly Column[]) =>
  statement((tx, param: Param<Changed<Column>>) =>
    tx
      .updateTable("anchors")
      .set(Object.fromEntries(columns.map((name) => [name, param(name)])))
      .where("workspace_id", "=", param("workspace_id"))
      .where("document_id", "=", param("document_id"))
      .where("id", "=", param("id")),
  );

async function updateTogether<C extends Column>(
  tx: Tx,
  columns: readonly C[],
  rows: readonly Changed<C>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  // One JSON text per anchor.
  const list = rows.map((row) =>
    JSON.stringify(Object.fromEntries(["id" as const, ...columns].map((name) => [name, row[name]]))),
  );
  const text = (name: string) => fieldOf(tx, "moved.value", name);
  const changes = columns.map((name) => {
    const isNumber = typeof first[name] === "number";
    return sql`${sql.ref(name)} = ${isNumber ? sql`cast(${text(name)} as integer)` : text(name)}`;
  });
  await sql`
    update anchors set ${sql.join(changes)} from ${tableOf(tx, list)} as moved
    where anchors.workspace_id = ${first.workspace_id} and anchors.document_id = ${first.document_id}
      and anchors.id = ${text("id")}`.execute(tx);
}
