import { type Kysely, sql } from "kysely";

/** Adds plan positions within projects, initially by creation. */
export async function planPositions<T>(db: Kysely<T>): Promise<void> {
  await sql`alter table plans add column position integer not null default 0`.execute(db);
  await sql`update plans set position = number`.execute(db);
  await sql`create index plans_by_position on plans (workspace_id, project_id, position, id)`.execute(db);
}
