import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { expectOne } from "../../storage/expect-one.ts";
import { ofWorkspace, plansReadable, projectsReadable } from "./reach.ts";
import type { Wanted } from "./span-query.ts";

/**
 * Returns the numbers of all documents that the actor can read, as a list in JSON, where they are at most so many. Whoever
 * reads few of them finds few among the hits, and would wait for the others to be looked up. This is for SQLite.
 */
export async function fewReadable(
  db: Db,
  actor: Actor,
  wanted: Wanted,
  most: number,
): Promise<string | undefined> {
  const own = sql`known.workspace_id = ${actor.workspaceId}`;
  const { rows } = await sql<{ documents: number; list: string }>`
    select count(*) as documents, json_group_array(id) as list from (
      select known.id from ${plansReadable(db, actor, wanted)} as plans cross join search_documents as known
      where ${own} and known.plan_id = plans.id
      union all
      select known.id from ${projectsReadable(db, actor, wanted)} as projects cross join search_documents as known
      where ${own} and known.plan_id is null and known.project_id = projects.id
      ${ofWorkspace(
        wanted,
        sql`union all select known.id from search_documents as known
          where ${own} and known.plan_id is null and known.project_id is null`,
      )}
      limit ${most + 1}
    )`.execute(db);
  const { documents, list } = expectOne(rows);
  return documents > most ? undefined : list;
}
