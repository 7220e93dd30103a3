import { type Expression, type RawBuilder, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { type Db, isPostgres } from "../../storage/dialect.ts";
import { expectOne } from "../../storage/expect-one.ts";
import { ofWorkspace, plansReadable, projectsReadable } from "./readable.ts";
import type { SearchQuery } from "./span-query.ts";

/**
 * Returns the numbers of all documents readable by the actor as JSON, if few. Readers of few documents would
 * otherwise wait for lookups of unreadable hits.
 */
export async function fewReadable(
  db: Db,
  actor: Actor,
  wanted: SearchQuery,
  most: number,
): Promise<string | undefined> {
  const own = sql`known.workspace_id = ${actor.workspaceId}`;
  const documentsOf = (reach: Expression<unknown>, where: RawBuilder<unknown>) =>
    isPostgres(db)
      ? // "offset 0" checks readers before reading documents.
        sql`select known.id from ${reach} as reach
          cross join lateral (select id from search_documents as known where ${own} and ${where} offset 0) as known`
      : sql`select known.id from ${reach} as reach cross join search_documents as known where ${own} and ${where}`;
  const { rows } = await sql<{ documents: number; list: string }>`
    select count(*) as documents, ${isPostgres(db) ? sql`coalesce(json_agg(id)::text, '[]')` : sql`json_group_array(id)`} as list from (
      ${documentsOf(plansReadable(db, actor, wanted), sql`known.plan_id = reach.id`)}
      union all
      ${documentsOf(projectsReadable(db, actor, wanted), sql`known.plan_id is null and known.project_id = reach.id`)}
      ${ofWorkspace(
        wanted,
        sql`union all select known.id from search_documents as known
          where ${own} and known.plan_id is null and known.project_id is null`,
      )}
      limit ${most + 1}
    ) as known`.execute(db);
  const { documents, list } = expectOne(rows);
  return documents > most ? undefined : list;
}
