import type { Selectable } from "kysely";
import { type Db, isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import { type Level, ofLevelOrCompany } from "../projects/level.ts";

export type SkillRow = Selectable<Tables["skills"]>;
/** A skill in lists, without text. */
export type ListedRow = Omit<SkillRow, "markdown" | "deleted_at">;

const listedColumns = [
  ...(["workspace_id", "id", "project_id", "slug", "description", "extends", "bytes"] as const),
  ...(["revision", "created_at", "updated_at"] as const),
];

/** Finds a level's row, deleted ones included. */
export function findRow(db: Db, level: Level, slug: string): Promise<SkillRow | undefined> {
  return rowsIn(db, level).selectAll().where("slug", "=", slug).executeTakeFirst();
}

/** Returns the rows, deleted ones included, that a level's address has shown: its own, then the company's. */
export async function rowsShown(db: Db, level: Level, slug: string): Promise<SkillRow[]> {
  const rows = await rowsOfSlug(db, level, slug).where(ofLevelOrCompany(level)).selectAll().execute();
  return rows.toSorted((a, b) => Number(a.project_id === null) - Number(b.project_id === null));
}

/**
 * Returns the highest revision at any address affected by the level's skill; the company's affects all
 * projects.
 */
export async function lastRevision(db: Db, level: Level, slug: string): Promise<number> {
  const rows = rowsOfSlug(db, level, slug).$if(level.projectId !== null, (own) =>
    own.where(ofLevelOrCompany(level)),
  );
  const row = await rows.select(({ fn }) => fn.max("revision").as("last")).executeTakeFirst();
  return row?.last ?? 0;
}

const rowsOfSlug = (db: Db, { workspaceId }: Level, slug: string) =>
  db.selectFrom("skills").where("workspace_id", "=", workspaceId).where("slug", "=", slug);

/** Lists a level's skills by creation after an id, without those that the project overrides. */
export function listRows(
  db: Db,
  level: Level,
  overriddenIn: string | null,
  after: string,
  limit: number,
): Promise<ListedRow[]> {
  const rows = rowsIn(db, level)
    .select(listedColumns)
    .where("deleted_at", "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit);
  if (overriddenIn === null) return rows.execute();
  return rows
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("skills as own")
            .select("own.id")
            .where("own.workspace_id", "=", level.workspaceId)
            .where("own.project_id", "=", overriddenIn)
            .whereRef("own.slug", "=", "skills.slug")
            .where("own.deleted_at", "is", null),
        ),
      ),
    )
    .execute();
}

export function listedRows(db: Db, level: Level, slugs: readonly string[]): Promise<ListedRow[]> {
  return rowsIn(db, level)
    .select(listedColumns)
    .where("deleted_at", "is", null)
    .where(isOneOf(db, "slug", slugs))
    .execute();
}

/** Filters slugs to those of a level's skills. */
export async function slugsIn(db: Db, level: Level, slugs: readonly string[]): Promise<string[]> {
  const rows = await rowsIn(db, level)
    .select("slug")
    .where("deleted_at", "is", null)
    .where(isOneOf(db, "slug", slugs))
    .execute();
  return rows.map(({ slug }) => slug);
}

const rowsIn = (db: Db, { workspaceId, projectId }: Level) => {
  const rows = db.selectFrom("skills").where("workspace_id", "=", workspaceId);
  return projectId === null ? rows.where("project_id", "is", null) : rows.where("project_id", "=", projectId);
};

export async function insertRow(tx: Tx, row: SkillRow): Promise<void> {
  await tx.insertInto("skills").values(row).execute();
}

export async function updateRow(tx: Tx, row: SkillRow, change: Partial<SkillRow>): Promise<void> {
  await tx
    .updateTable("skills")
    .set(change)
    .where("workspace_id", "=", row.workspace_id)
    .where("id", "=", row.id)
    .execute();
}
