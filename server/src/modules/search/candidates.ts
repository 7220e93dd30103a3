import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { titlePart } from "../../full-text/index-document.ts";
import type { Db } from "../../storage/dialect.ts";
import { hitsOf } from "../../storage/full-text.ts";
import { isFirst, type SearchQuery, type SpanPage } from "./span-query.ts";

/**
 * Returns the start of a `with` clause: `candidates` in a span that match all clauses, after a rank and
 * number, with `document`, `rank` and first matching text `part`.
 */
export function candidatesOf(
  db: Db,
  { workspaceId }: Actor,
  { clauses }: SearchQuery,
  { how: { named, parts, rare }, span, after: [rank = -1, number = 0] }: SpanPage,
): RawBuilder<unknown> {
  const hasFew = rare !== undefined && clauses.length > 1;
  const few = hasFew
    ? sql`few as materialized (select distinct document from (${hitsOf(db, workspaceId, [rare], span)}) as hits),`
    : sql``;
  const hits = hitsOf(db, workspaceId, clauses, span, hasFew ? { documents: sql`few`, parts } : undefined);
  return sql`with ${named ? sql`named as materialized (${named}),` : sql``} ${few} matched as (
      select document, ${titled(clauses.length)} as titled,
        min(case when part > ${sql.lit(titlePart)} then part end) as part from (${hits}) as hits
      group by document ${clauses.length === 1 ? sql`` : sql`having count(distinct clause) = ${clauses.length}`}
    ),
    ranked as (
      select document, part, case when titled = ${clauses.length} then 1 when titled > 0 then 2 else 3 end as rank
      from matched ${named ? sql`where document not in (select document from named)` : sql``}
      ${named && isFirst(span) ? sql`union all select document, null, 0 as rank from named` : sql``}
    ),
    candidates as (
      select document, part, rank from ranked
      where rank > ${rank} or (rank = ${rank} and document < ${number})
    )`;
}

/** Returns the number of clauses matched by the title, cheaper for one clause. */
const titled = (clauses: number) =>
  clauses === 1
    ? sql`max(case when part = ${sql.lit(titlePart)} then 1 else 0 end)`
    : sql`count(distinct case when part = ${sql.lit(titlePart)} then clause end)`;
