import { type Selectable, sql } from "kysely";
import { forgetAnchors } from "../../anchors/anchor-rows.ts";
import { forgetThreadsOf } from "../../anchors/threads.ts";
import { forgetDocument } from "../../full-text/index-document.ts";
import { forgetRevisions } from "../../revisions/revisions.ts";
import { type Db, isOneOf, isPostgres, type Tx } from "../../storage/dialect.ts";
import { sortedBy } from "../../storage/sorted-by.ts";
import { type Param, statement } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";
import type { SourceScope } from "./source-scope.ts";

export type SourceRow = Selectable<Tables["context_sources"]>;

/** A listed row; `active` is 1 or 0 at a plan, otherwise null. */
export type ListedSource = SourceRow & { active: number | null };

type At = Pick<SourceScope, "workspaceId" | "plan" | "withAbove">;

/** Finds an own or inherited source. */
export function findSource(db: Db, scope: At, id: string): Promise<ListedSource | undefined> {
  return sourcesAt(db, scope)
    .where("id", "=", id)
    .where(isOneOf(db, "place_id", scope.withAbove))
    .executeTakeFirst();
}

/** Finds own and inherited sources among ids. */
export function findSources(
  db: Db,
  { workspaceId, withAbove }: Pick<At, "workspaceId" | "withAbove">,
  ids: readonly string[],
): Promise<SourceRow[]> {
  return db
    .selectFrom("context_sources")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", ids))
    .where(isOneOf(db, "place_id", withAbove))
    .execute();
}

/** Columns for lists; reading all costs half as much again. */
const shownColumns = [
  "id",
  "scope",
  "kind",
  "source_kind",
  "title",
  "description",
  "token_count",
  "folder_path",
  "file_id",
  "created_at",
  "updated_at",
  "degraded",
  "picture_count",
  "size_bytes",
  "enrichment",
  "enrichment_reason",
] as const;
export type ShownSource = Pick<SourceRow, (typeof shownColumns)[number]>;

/** Lists own and inherited sources by creation, after an id. */
export const listSources = (db: Db, scope: At, after: string, limit: number): Promise<ListedSource[]> =>
  ofScopes(scope, after, limit, (of) => sourcesOfScope(db, of));

/** The same with list columns only. */
export const listShown = (
  db: Db,
  scope: At,
  after: string,
  limit: number,
): Promise<(ShownSource & { active: number | null })[]> =>
  ofScopes(scope, after, limit, (of) => listedOfScope(db, of));

/**
 * Merges scopes by their indexes in order, so that the cost grows with the page; a union would sort whole
 * rows.
 */
async function ofScopes<Row extends { id: string }>(
  { workspaceId, plan, withAbove }: At,
  after: string,
  limit: number,
  read: (of: OfScope) => Promise<Row[]>,
): Promise<Row[]> {
  const planId = plan?.id ?? "";
  const found = await Promise.all(
    withAbove.map((scopeId) => read({ workspaceId, planId, scopeId, after, limit })),
  );
  const all = found.filter((rows) => rows.length > 0);
  if (all.length <= 1) return all[0] ?? [];
  return all
    .flat()
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

/** Returns all own sources of scopes by creation. */
export async function sourcesOfScopes(
  db: Db,
  workspaceId: string,
  scopeIds: readonly string[],
): Promise<SourceRow[]> {
  if (scopeIds.length === 0) return [];
  const rows = await db
    .selectFrom("context_sources")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "place_id", scopeIds))
    .execute();
  return sortedBy(rows, "id");
}

interface OfScope {
  workspaceId: string;
  planId: string;
  scopeId: string;
  after: string;
  limit: number;
}

const sourcesOfScope = statement((db, param: Param<OfScope>) =>
  pageOfScope(db, param)
    .selectAll()
    .select(isActive(param("workspaceId"), param("planId"))),
);

const listedOfScope = statement((db, param: Param<OfScope>) =>
  pageOfScope(db, param)
    .select(shownColumns)
    .select(isActive(param("workspaceId"), param("planId"))),
);

const pageOfScope = (db: Db, param: Param<OfScope>) =>
  db
    .selectFrom("context_sources")
    .where("workspace_id", "=", param("workspaceId"))
    .where("place_id", "=", param("scopeId"))
    .where("id", ">", param("after"))
    .orderBy("id")
    .limit(param("limit"));

const sourcesAt = (db: Db, { workspaceId, plan }: Pick<At, "workspaceId" | "plan">) =>
  db
    .selectFrom("context_sources")
    .selectAll()
    .select(isActive(workspaceId, plan?.id ?? ""))
    .where("workspace_id", "=", workspaceId);

/**
 * Selects whether a plan uses a source. The few unused ones are read once instead of looked up per source.
 */
const isActive = (workspaceId: string, planId: string) =>
  sql<number | null>`case when cast(${planId} as text) = '' then null
    when context_sources.id in (select source_id from context_unused
      where workspace_id = ${workspaceId} and plan_id = ${planId}) then 0 else 1 end`.as("active");

/** A title in a folder. */
type TitleAt = Pick<SourceRow, "workspace_id" | "place_id" | "folder_path" | "title">;

/** Tests for another source with the title in the folder. */
export async function hasTitle(db: Db, source: TitleAt & { id?: string }): Promise<boolean> {
  const [found] = await idOfTitle(db, source);
  return found !== undefined && found.id !== source.id;
}

/** Uses the title index alone: a condition on the id would make both databases scan the scope. */
const idOfTitle = statement((db, param: Param<TitleAt>) =>
  db
    .selectFrom("context_sources")
    .select("id")
    .where("workspace_id", "=", param("workspace_id"))
    .where("place_id", "=", param("place_id"))
    .where(isInFolder(db, param("folder_path")))
    .where("title", "=", param("title")),
);

/** Matches the folder as indexed: on PostgreSQL by its hash. */
const isInFolder = (db: Db, folder: string) =>
  isPostgres(db)
    ? sql<boolean>`(md5(folder_path) = md5(${folder}) and folder_path = ${folder})`
    : sql<boolean>`folder_path = ${folder}`;

export const sourceOfTitle = (
  db: Db,
  scope: Pick<SourceScope, "workspaceId" | "id" | "plan">,
  folder: string,
  title: string,
): Promise<ListedSource | undefined> =>
  sourcesAt(db, scope)
    .where("place_id", "=", scope.id)
    .where(isInFolder(db, folder))
    .where("title", "=", title)
    .executeTakeFirst();

/** Finds a source by id, for internal jobs. */
export function sourceOfId(db: Db, workspaceId: string, id: string): Promise<SourceRow | undefined> {
  return db
    .selectFrom("context_sources")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export function sourcesOfIds(db: Db, workspaceId: string, ids: readonly string[]): Promise<SourceRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("context_sources")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", ids))
    .execute();
}

export async function updateRow(
  tx: Tx,
  source: Pick<SourceRow, "workspace_id" | "id">,
  change: Partial<SourceRow>,
): Promise<void> {
  await tx
    .updateTable("context_sources")
    .set(change)
    .where("workspace_id", "=", source.workspace_id)
    .where("id", "=", source.id)
    .execute();
}

/** Deletes a source with everything stored for it; an unreferenced file is swept. */
export async function deleteWithVersions(
  tx: Tx,
  source: Pick<SourceRow, "workspace_id" | "id">,
): Promise<void> {
  const own = sql`(select ${source.id})`;
  await forgetRevisions(tx, source.workspace_id, own);
  await forgetThreadsOf(tx, source.workspace_id, source.id);
  await forgetDocument(tx, source.workspace_id, "source", source.id);
  await forgetAnchors(tx, source.workspace_id, [source.id]);
  await tx
    .deleteFrom("context_sources")
    .where("workspace_id", "=", source.workspace_id)
    .where("id", "=", source.id)
    .execute();
}
