import { type Kysely, sql } from "kysely";
import { isPostgres } from "../dialect.ts";

/**
 * On SQLite, lets a search enumerate an actor's documents if they are few (`modules/search/few-readable.ts`).
 */
export async function searchByPlan(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) return;
  await sql`create index search_documents_plan on search_documents (workspace_id, plan_id, project_id)`.execute(
    db,
  );
}
