import { sql } from "kysely";
import { candidatesOf } from "./candidates.ts";
import { canBeRead } from "./readable.ts";
import type { FindInSpan, FoundInSpan } from "./span-query.ts";

/** Searches SQLite by looking up all of a span's matches. */
export const findRanked: FindInSpan = async (db, actor, wanted, page) => {
  const { workspaceId } = actor;
  const { kind } = wanted;
  const {
    how: { isWide },
    limit,
  } = page;
  const own = sql`(select distinct plan_id from looked_up where plan_id is not null)`;
  const { rows } = await sql<FoundInSpan>`
    ${candidatesOf(db, actor, wanted, page)},
    looked_up as ${isWide ? sql`` : sql`materialized`} (
      select candidates.document, candidates.part, candidates.rank, known.plan_id, known.project_id
      from candidates cross join search_documents as known
      where known.id = candidates.document and known.workspace_id = ${workspaceId}
        ${kind === undefined ? sql`` : sql`and known.kind = ${kind}`}
    ),
    page as materialized (
      select document, part, rank from looked_up as known
      where ${canBeRead(db, actor, wanted, isWide ? undefined : own)}
      order by rank, document desc limit ${limit}
    )
    select known.kind, known.document_id as id, page.document as number, page.part, page.rank
    from page cross join search_documents as known
    where known.id = page.document and known.workspace_id = ${workspaceId}
    order by page.rank, page.document desc`.execute(db);
  return rows;
};
