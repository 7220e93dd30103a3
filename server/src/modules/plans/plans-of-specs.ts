import { sql } from "kysely";
import { type Db, tableOf } from "../../storage/dialect.ts";

/**
 * Returns the current plans of specs, by spec id. Joins, since for a list SQLite would scan the workspace's
 * specs.
 */
export async function plansOfSpecs(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; plan_id: string }>`
    select specs.id, specs.plan_id from ${tableOf(db, [...new Set(ids)])} as wanted cross join specs
    where specs.workspace_id = ${workspaceId} and specs.id = wanted.value`.execute(db);
  return new Map(rows.map(({ id, plan_id }) => [id, plan_id]));
}
