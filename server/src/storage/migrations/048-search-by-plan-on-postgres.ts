import { type Kysely, sql } from "kysely";
import { isPostgres } from "../dialect.ts";

/** Lets a search on PostgreSQL find all that its actor can read, where that is little (`modules/search/few-readable.ts`). */
export async function searchByPlanOnPostgres(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`create index search_documents_plan on search_documents (workspace_id, plan_id, project_id)`.execute(
    db,
  );
}
