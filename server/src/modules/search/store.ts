import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { nameClause, titlePart } from "../../full-text/index-document.ts";
import { type Db, isFoundBy, isPostgres } from "../../storage/dialect.ts";
import { type Clause, fewParts, hitsOf, type Span, startOfNewest } from "../../storage/full-text.ts";
import type { SearchKind } from "../../storage/tables/search.ts";
import { handleNumber } from "../handles.ts";
import { type Key, numberOf } from "../paging.ts";
import { plansReadableBy } from "../plans/access.ts";

export interface Found {
  kind: SearchKind;
  id: string;
  /** The number by which the index knows the document. */
  number: number;
  /** 0 where the query is its name, 1 where its title has all clauses, 2 where it has some, 3 where only the text has. */
  rank: number;
  /** The first part of its text in which a clause is; null where only its names or its title have one. */
  part: number | null;
  /** The documents that were ranked together with it. */
  span: Span;
}

export interface Wanted {
  query: string;
  clauses: readonly Clause[];
  kind: SearchKind | undefined;
  projectId: string | undefined;
}

/** The most parts of documents that are ranked together. */
const mostRanked = 5000;
/** The number that no document has reached. */
const endOfAll = 2 ** 31 - 1;
const all = { from: 0, below: endOfAll };

/** Returns what orders a result: the documents that it was ranked with, its rank among them, and its number. */
export const keyOf = ({ span, rank, number }: Found): number[] => [span.below, span.from, rank, number];

/**
 * Finds the documents that the actor can read and that hold all clauses, after a key. The newest 5,000 that hold the
 * rarest clause are ranked, then the 5,000 before them, and so on: a common word costs no more than a rarer one.
 */
export async function findDocuments(
  db: Db,
  actor: Actor,
  wanted: Wanted,
  after: Readonly<Key>,
  limit: number,
  most = mostRanked,
): Promise<Found[]> {
  let [below = endOfAll, begun, ...place] = after.map(numberOf);
  const found: Found[] = [];
  const hasNamed = await isAnyNamed(db, actor, wanted);
  for (;;) {
    // Where a page of one clause begins is known from the page before; of more clauses the rare one is not.
    const { parts, rare, ...start } =
      begun !== undefined && wanted.clauses.length === 1
        ? { from: begun, parts: 0, rare: undefined }
        : await startOfNewest(db, actor.workspaceId, wanted.clauses, below, most);
    const from = begun ?? start.from;
    // PostgreSQL would then read all documents of the workspace, too.
    const isWide = !isPostgres(db) && parts > fewParts && (await mostPlans(db, actor)) <= 2 * parts;
    const how = { hasNamed, isWide, rare };
    const more = await findIn(db, actor, wanted, how, { from, below }, place, limit - found.length);
    for (const one of more) found.push(one);
    if (found.length >= limit || from === 0) return found;
    below = from;
    begun = undefined;
    place = [];
  }
}

interface How {
  /** True where the query is the name of a document. */
  hasNamed: boolean;
  /** True where so many documents are found that reading all plans costs less than looking up theirs. */
  isWide: boolean;
  /** A clause that few documents have. */
  rare: Clause | undefined;
}

async function isAnyNamed(db: Db, { workspaceId }: Actor, { query }: Wanted): Promise<boolean> {
  const named = namedBy(db, workspaceId, query);
  // Without "materialized" PostgreSQL reads the whole index to be done with the first of the hits that it expects.
  const { rows } = await sql`with hits as materialized (${named}) select document from hits limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns a query for the documents whose name the query is. A spec's has its plan's handle before its own, too. */
function namedBy(db: Db, workspaceId: string, query: string): RawBuilder<unknown> {
  const hits = sql`select document from (${hitsOf(db, workspaceId, [nameClause(query)], all)}) as hits`;
  const [plan = "", spec = ""] = query.trim().toUpperCase().split("/", 2);
  const [planNumber, specNumber] = [handleNumber("PLAN", plan), handleNumber("SPEC", spec)];
  if (planNumber === null || specNumber === null) return hits;
  return sql`${hits} union select known.id as document from plans
    join specs on specs.workspace_id = plans.workspace_id and specs.plan_id = plans.id and specs.number = ${specNumber}
    join search_documents as known
      on known.workspace_id = specs.workspace_id and known.kind = 'spec' and known.document_id = specs.id
    where plans.workspace_id = ${workspaceId} and plans.number = ${planNumber}`;
}

/** Returns how many plans the workspace has at most. */
async function mostPlans(db: Db, { workspaceId }: Actor): Promise<number> {
  const row = await db
    .selectFrom("workspaces")
    .select("last_plan_number")
    .where("id", "=", workspaceId)
    .executeTakeFirst();
  return row?.last_plan_number ?? 0;
}

/** Finds the documents of a span, the best ones first, after a rank and number. */
async function findIn(
  db: Db,
  actor: Actor,
  { query, clauses, kind, projectId }: Wanted,
  { hasNamed, isWide, rare }: How,
  span: Span,
  [rank = -1, number = 0]: readonly number[],
  limit: number,
): Promise<Found[]> {
  const { workspaceId } = actor;
  const isFirst = span.below === endOfAll;
  const readable = plansReadableBy(db, actor)
    .where("plans.archived_at", "is", null)
    .$if(!isWide, (plans) =>
      plans.where(
        isFoundBy(db, "plans.id", sql`(select distinct plan_id from ranked where plan_id is not null)`),
      ),
    )
    .$if(projectId !== undefined, (plans) => plans.where("plans.project_id", "=", projectId ?? ""))
    .clearSelect()
    .select("plans.id");
  // Every member reads what belongs to the workspace or to a project.
  const projects = db
    .selectFrom("projects")
    .where("workspace_id", "=", workspaceId)
    .where("archived_at", "is", null)
    .$if(projectId !== undefined, (own) => own.where("id", "=", projectId ?? ""))
    .select("id");
  const named = hasNamed ? sql`named as materialized (${namedBy(db, workspaceId, query)}),` : sql``;
  const hasFew = rare !== undefined && clauses.length > 1;
  const few = hasFew
    ? sql`few as materialized (select distinct document from (${hitsOf(db, workspaceId, [rare], span)}) as hits),`
    : sql``;
  const hits = hitsOf(db, workspaceId, clauses, span, hasFew ? sql`few` : undefined);
  const { rows } = await sql<Omit<Found, "span">>`
    with ${named} ${few} matched as (
      select document, ${titled(clauses.length)} as titled,
        min(case when part > ${sql.lit(titlePart)} then part end) as part from (${hits}) as hits
      group by document ${clauses.length === 1 ? sql`` : sql`having count(distinct clause) = ${clauses.length}`}
    ),
    candidates as (
      select document, part, case when titled = ${clauses.length} then 1 when titled > 0 then 2 else 3 end as rank
      from matched ${hasNamed ? sql`where document not in (select document from named)` : sql``}
      ${hasNamed && isFirst ? sql`union all select document, null, 0 as rank from named` : sql``}
    ),
    ranked as ${isWide ? sql`` : sql`materialized`} (
      select candidates.document, candidates.part, candidates.rank, known.plan_id, known.project_id
      from candidates cross join search_documents as known
      where known.id = candidates.document and known.workspace_id = ${workspaceId}
        ${kind === undefined ? sql`` : sql`and known.kind = ${kind}`}
        and (rank > ${rank} or (rank = ${rank} and document < ${number}))
    ),
    page as materialized (
      select document, part, rank from ranked
      where plan_id in ${readable}
        or (plan_id is null and (project_id in ${projects} ${projectId === undefined ? sql`or project_id is null` : sql``}))
      order by rank, document desc limit ${limit}
    )
    select known.kind, known.document_id as id, page.document as number, page.part, page.rank
    from page cross join search_documents as known
    where known.id = page.document and known.workspace_id = ${workspaceId}
    order by page.rank, page.document desc`.execute(db);
  return rows.map((row) => ({ ...row, span }));
}

/** Returns the number of clauses that a document's title has; of one clause it is found out sooner. */
const titled = (clauses: number) =>
  clauses === 1
    ? sql`max(case when part = ${sql.lit(titlePart)} then 1 else 0 end)`
    : sql`count(distinct case when part = ${sql.lit(titlePart)} then clause end)`;
