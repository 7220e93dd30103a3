import type { Actor } from "../../../actor.ts";
import { type Db, isOneOf, type Tx } from "../../../storage/dialect.ts";
import { insertInto } from "../../../storage/statement.ts";
import type { Tables } from "../../../storage/tables.ts";

export type FileRow = Tables["imported_files"];
export type PlaceRow = Tables["imported_places"];

/** Returns the files of these plans by path. */
export const filesOfPlans = (db: Db, workspaceId: string, planIds: readonly string[]): Promise<FileRow[]> =>
  db
    .selectFrom("imported_files")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "plan_id", planIds))
    .orderBy("path")
    .execute();

export const placesOfPlans = (db: Db, workspaceId: string, planIds: readonly string[]): Promise<PlaceRow[]> =>
  db
    .selectFrom("imported_places")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "plan_id", planIds))
    .execute();

/** Returns which files exist and were uploaded by the actor for an import, or are among `before`. */
export async function usableFiles(
  db: Db,
  { workspaceId, userId }: Actor,
  fileIds: readonly string[],
  before: readonly string[],
): Promise<Set<string>> {
  const uploaded = await db
    .selectFrom("import_uploads")
    .innerJoin("files", (join) =>
      join
        .onRef("files.workspace_id", "=", "import_uploads.workspace_id")
        .onRef("files.id", "=", "import_uploads.uploaded_id")
        .on("files.sha256", "is not", null),
    )
    .select("import_uploads.uploaded_id as file_id")
    .where("import_uploads.workspace_id", "=", workspaceId)
    .where("import_uploads.user_id", "=", userId)
    .where(isOneOf(db, "import_uploads.uploaded_id", [...new Set(fileIds)]))
    .execute();
  return new Set([...before, ...uploaded.map(({ file_id }) => file_id)]);
}

/** Replaces the rows of plans, if they differ. */
export async function replaceRows<T extends "imported_files" | "imported_places">(
  tx: Tx,
  table: T,
  before: readonly Tables[T][],
  after: readonly Tables[T][],
): Promise<void> {
  const written = (rows: readonly Tables[T][]) =>
    new Set(rows.map((row) => JSON.stringify(Object.entries(row).sort())));
  const [had, has] = [written(before), written(after)];
  if (had.symmetricDifference(has).size === 0) return;
  const planIds = [...new Set([...before, ...after].map(({ plan_id }) => plan_id))];
  await tx
    .deleteFrom(table as "imported_files")
    .where("workspace_id", "=", after[0]?.workspace_id ?? before[0]?.workspace_id ?? "")
    .where(isOneOf(tx, "plan_id", planIds))
    .execute();
  await inserts[table](tx, after);
}

const inserts: {
  [T in "imported_files" | "imported_places"]: (tx: Tx, rows: readonly Tables[T][]) => Promise<void>;
} = {
  imported_files: insertInto("imported_files"),
  imported_places: insertInto("imported_places"),
};
