import { type RawBuilder, sql } from "kysely";
import { titlePart } from "../../full-text/index-document.ts";
import { newestHits, type Span } from "../../storage/full-text.ts";
import { fewReadable } from "./few-readable.ts";
import { canBeRead } from "./readable.ts";
import { type FindInSpan, type FoundInSpan, isFirst } from "./span-query.ts";

/**
 * Searches SQLite for one term, whose hits come in result order: titles, then newest texts, without lookups
 * beyond the page.
 */
export const findNewest: FindInSpan = async (
  db,
  actor,
  wanted,
  { how: { named, parts: most }, span, after: [rank = -1, number = 0], limit },
) => {
  const { workspaceId } = actor;
  const [clause] = wanted.clauses;
  if (!clause) return [];
  const few = await fewReadable(db, actor, wanted, most);
  const isReadable = (document: RawBuilder<unknown>) =>
    few ? sql`${document} in few` : canBeRead(db, actor, wanted);
  const isWanted = sql`known.workspace_id = ${workspaceId} ${wanted.kind === undefined ? sql`` : sql`and known.kind = ${wanted.kind}`}`;
  const { document, part, isHit } = newestHits(db, workspaceId, clause, span);
  const isTitle = sql`${part} = ${sql.lit(titlePart)}`;

  const fromList = (list: RawBuilder<unknown>, own: number) => (left: Span) =>
    sql`
    select * from (select known.id as document, ${sql.lit(own)} as rank
      from ${list} as own cross join search_documents as known
      where known.id = own.document and known.id < ${left.below} and ${isWanted} and ${isReadable(sql`own.document`)}
      order by known.id desc limit ${limit})`;
  const fromTexts = (left: Span) => {
    const { isHit, newestFirst } = newestHits(db, workspaceId, clause, left);
    return sql`select * from (select distinct known.id as document, 3 as rank
      from search_terms cross join search_documents as known
      where ${isHit} and not ${isTitle} and ${isReadable(document)} and known.id = ${document} and ${isWanted}
        and ${document} not in titles ${named ? sql`and ${document} not in named` : sql``}
      order by ${newestFirst} limit ${limit})`;
  };
  const ranks = [
    { own: 0, select: named && isFirst(span) ? fromList(sql`named`, 0) : undefined },
    { own: 1, select: fromList(sql`titles`, 1) },
    { own: 3, select: fromTexts },
  ];
  const selects = ranks.flatMap(({ own, select }) => {
    if (!select || own < rank) return [];
    return [select(own === rank ? { ...span, below: Math.min(span.below, number) } : span)];
  });
  if (selects.length === 0) return []; // Only a forged cursor is beyond the last rank.
  const { rows } = await sql<FoundInSpan>`
    with ${named ? sql`named as materialized (${named}),` : sql``}
    ${few ? sql`few as materialized (select value from json_each(${few})),` : sql``}
    titles as materialized (
      select distinct ${document} as document from search_terms
      where ${isHit} and ${isTitle} ${named ? sql`and ${document} not in named` : sql``}
    ),
    page as materialized (
      select document, rank from (${sql.join(selects, sql` union all `)}) order by rank, document desc limit ${limit}
    ),
    parts as materialized (
      select ${document} as document, min(${part}) as part from search_terms
      where ${isHit} and ${part} > ${sql.lit(titlePart)} and ${document} in (select document from page where rank > 0)
      group by 1
    )
    select known.kind, known.document_id as id, page.document as number, page.rank, parts.part
    from page cross join search_documents as known on known.id = page.document
    left join parts on parts.document = page.document
    order by page.rank, page.document desc`.execute(db);
  return rows;
};
