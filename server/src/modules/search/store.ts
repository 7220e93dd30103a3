import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { nameClause } from "../../full-text/index-document.ts";
import { type Db, isPostgres } from "../../storage/dialect.ts";
import { type Clause, endOfAll, hitsOf, startOfNewest } from "../../storage/full-text.ts";
import { handleNumber } from "../handles.ts";
import { type Key, numberOf } from "../paging.ts";
import { findInOrder } from "./find-in-order.ts";
import { findNewest } from "./find-newest.ts";
import { findRanked } from "./find-ranked.ts";
import type { Found, SearchQuery } from "./span-query.ts";

/** Parts ranked together: more than 5,000 documents have with a word in title and text. */
const mostRanked = 10_001;
/** The same for several clauses, each of which is read. */
const mostOfSeveral = 5_001;
const all = { from: 0, below: endOfAll };

/** Returns a result's sort key: span, rank and number. */
export const keyOf = ({ span, rank, number }: Found): number[] => [span.below, span.from, rank, number];

interface DocumentPage {
  after: Readonly<Key>;
  limit: number;
  /** The most parts ranked together. */
  most?: number;
}

/**
 * Finds readable documents that match all clauses, after a key, ranking spans of the rarest clause from
 * newest to oldest. A common word costs no more than a rare one.
 */
export async function findDocuments(
  db: Db,
  actor: Actor,
  wanted: SearchQuery,
  { after, limit, most = wanted.clauses.length > 1 ? mostOfSeveral : mostRanked }: DocumentPage,
): Promise<Found[]> {
  let [below = endOfAll, begun, ...cursor] = after.map(numberOf);
  const found: Found[] = [];
  const hasNamed = await isAnyNamed(db, actor, wanted);
  const isOne = wanted.clauses.length === 1;
  // Hits of prefixes and phrases are merged per query; a term's are stored in order.
  const isInOrder = isOne && !isPostgres(db) && wanted.clauses.every(isTerm);
  const plans = await mostPlans(db, actor);
  for (;;) {
    // Older hits behind a span are skipped by every query, so they are read once.
    const mayBeNewest = isInOrder && (begun ?? 0) === 0;
    // A single clause's next span follows from the page before; the rare one of several is unknown.
    const { parts, rare, ...start } =
      begun !== undefined && isOne && !mayBeNewest
        ? { from: begun, parts: 0, rare: undefined }
        : await startOfNewest(db, actor.workspaceId, wanted.clauses, below, most);
    const from = begun ?? start.from; // Pages of one search keep their span, whatever is new since.
    const isWide = plans <= 2 * parts;
    const named = hasNamed ? namedBy(db, actor.workspaceId, wanted.query) : undefined;
    const how = { named, parts, isWide, rare };
    const ranked = isPostgres(db) ? findInOrder : findRanked;
    const find = isWide && mayBeNewest && from === 0 ? findNewest : ranked;
    const page = { how, span: { from, below }, after: cursor, limit: limit - found.length };
    const more = await find(db, actor, wanted, page);
    for (const document of more) found.push({ ...document, span: { from, below } });
    if (found.length >= limit || from === 0) return found;
    below = from;
    begun = undefined;
    cursor = [];
  }
}

const isTerm = ({ terms, isPrefix }: Clause) => terms.length === 1 && !isPrefix;

async function isAnyNamed(db: Db, { workspaceId }: Actor, { query }: SearchQuery): Promise<boolean> {
  const named = namedBy(db, workspaceId, query);
  // Without "materialized" PostgreSQL scans the index, expecting an early hit.
  const { rows } = await sql`with hits as materialized (${named}) select document from hits limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns a query for exact name matches, including `PLAN-1/SPEC-2`. */
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

/** Upper bound of the workspace's number of plans. */
async function mostPlans(db: Db, { workspaceId }: Actor): Promise<number> {
  const row = await db
    .selectFrom("workspaces")
    .select("last_plan_number")
    .where("id", "=", workspaceId)
    .executeTakeFirst();
  return row?.last_plan_number ?? 0;
}
