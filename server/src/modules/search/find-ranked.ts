import { sql } from "kysely";
import { titlePart } from "../../full-text/index-document.ts";
import { hitsOf } from "../../storage/full-text.ts";
import { canBeRead } from "./reach.ts";
import { type FindInSpan, type Found, isFirst } from "./span-query.ts";

/** Finds documents by ranking all of a span that hold the clauses. */
export const findRanked: FindInSpan = async (
  db,
  actor,
  wanted,
  { named, isWide, rare },
  span,
  [rank = -1, number = 0],
  limit,
) => {
  const { workspaceId } = actor;
  const { clauses, kind } = wanted;
  const own = sql`(select distinct plan_id from ranked where plan_id is not null)`;
  const hasFew = rare !== undefined && clauses.length > 1;
  const few = hasFew
    ? sql`few as materialized (select distinct document from (${hitsOf(db, workspaceId, [rare], span)}) as hits),`
    : sql``;
  const hits = hitsOf(db, workspaceId, clauses, span, hasFew ? sql`few` : undefined);
  const { rows } = await sql<Omit<Found, "span">>`
    with ${named ? sql`named as materialized (${named}),` : sql``} ${few} matched as (
      select document, ${titled(clauses.length)} as titled,
        min(case when part > ${sql.lit(titlePart)} then part end) as part from (${hits}) as hits
      group by document ${clauses.length === 1 ? sql`` : sql`having count(distinct clause) = ${clauses.length}`}
    ),
    candidates as (
      select document, part, case when titled = ${clauses.length} then 1 when titled > 0 then 2 else 3 end as rank
      from matched ${named ? sql`where document not in (select document from named)` : sql``}
      ${named && isFirst(span) ? sql`union all select document, null, 0 as rank from named` : sql``}
    ),
    ranked as ${isWide ? sql`` : sql`materialized`} (
      select candidates.document, candidates.part, candidates.rank, known.plan_id, known.project_id
      from candidates cross join search_documents as known
      where known.id = candidates.document and known.workspace_id = ${workspaceId}
        ${kind === undefined ? sql`` : sql`and known.kind = ${kind}`}
        and (rank > ${rank} or (rank = ${rank} and document < ${number}))
    ),
    page as materialized (
      select document, part, rank from ranked as known
      where ${canBeRead(db, actor, wanted, isWide ? undefined : own)}
      order by rank, document desc limit ${limit}
    )
    select known.kind, known.document_id as id, page.document as number, page.part, page.rank
    from page cross join search_documents as known
    where known.id = page.document and known.workspace_id = ${workspaceId}
    order by page.rank, page.document desc`.execute(db);
  return rows.map((row) => ({ ...row, span }));
};

/** Returns the number of clauses that a document's title has; of one clause it is found out sooner. */
const titled = (clauses: number) =>
  clauses === 1
    ? sql`max(case when part = ${sql.lit(titlePart)} then 1 else 0 end)`
    : sql`count(distinct case when part = ${sql.lit(titlePart)} then clause end)`;
