import type { Selectable } from "kysely";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";

export type LabelRow = Selectable<Tables["labels"]>;

export const listLabelRows = (db: Db, workspaceId: string, after: string, limit: number) =>
  db
    .selectFrom("labels")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

export const findLabel = (db: Db, workspaceId: string, id: string): Promise<LabelRow | undefined> =>
  db
    .selectFrom("labels")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();

export const findLabelOfName = (db: Db, workspaceId: string, folded: string): Promise<LabelRow | undefined> =>
  db
    .selectFrom("labels")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("name_folded", "=", folded)
    .executeTakeFirst();
