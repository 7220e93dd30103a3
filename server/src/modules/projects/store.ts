import type { Insertable, Selectable } from "kysely";
import { type Db, isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";

export type ProjectRow = Selectable<Tables["projects"]>;

export function findProject(db: Db, workspaceId: string, slug: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom("projects")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("slug", "=", slug)
    .where("archived_at", "is", null)
    .executeTakeFirst();
}

export function findProjectOfId(db: Db, workspaceId: string, id: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom("projects")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .executeTakeFirst();
}

/** Finds a slug's project, deleted ones included. */
export function findHolder(db: Db, workspaceId: string, slug: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom("projects")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("slug", "=", slug)
    .executeTakeFirst();
}

/** Lists current or deleted projects by creation, after an id. */
export function listProjectRows(
  db: Db,
  workspaceId: string,
  isDeleted: boolean,
  after: string,
  limit: number,
): Promise<ProjectRow[]> {
  return db
    .selectFrom("projects")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("archived_at", isDeleted ? "is not" : "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

export function repositoriesOf(db: Db, workspaceId: string, projectIds: readonly string[]) {
  return db
    .selectFrom("repositories")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "project_id", projectIds))
    .orderBy("position")
    .execute();
}

export async function replaceRepositories(
  tx: Tx,
  project: { workspace_id: string; id: string },
  rows: Insertable<Tables["repositories"]>[],
): Promise<void> {
  await tx
    .deleteFrom("repositories")
    .where("workspace_id", "=", project.workspace_id)
    .where("project_id", "=", project.id)
    .execute();
  if (rows.length > 0) await tx.insertInto("repositories").values(rows).execute();
}
