import type { Selectable } from "kysely";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import { type Level, ofLevelOrCompany } from "../projects/level.ts";

export type FormatRow = Selectable<Tables["formats"]>;

/** Finds a level's overrides and, for a project, the company's. */
export function findFormats(db: Db, level: Level): Promise<FormatRow[]> {
  return db
    .selectFrom("formats")
    .selectAll()
    .where("workspace_id", "=", level.workspaceId)
    .where(ofLevelOrCompany(level))
    .execute();
}

/** Upserts an override's row. */
export async function putFormatRow(tx: Tx, row: FormatRow): Promise<void> {
  const { markdown, revision, updated_at } = row;
  await tx
    .insertInto("formats")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "id"]).doUpdateSet({ markdown, revision, updated_at }),
    )
    .execute();
}
