import { hash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { deferredTermsOf, insertTerms } from "./deferred-terms.ts";
import { type Db, isOneOf, isPostgres, plannedEachTime, type Tx, tableOf } from "./dialect.ts";
import { expectOne } from "./expect-one.ts";

/** A sequence of terms, the last of which may be a prefix. */
export interface Clause {
  terms: readonly string[];
  isPrefix: boolean;
}

export interface PartOf {
  workspaceId: string;
  document: number;
  part: number;
}

/** SQLite's rowid is the document's number times this, plus the part's. */
export const partsOfDocument = 2 ** 20;

/**
 * Returns a workspace's term prefix, which keeps searches out of other workspaces' postings. Collisions are
 * resolved by `search_documents`.
 */
const prefixOf = (workspaceId: string) => hash("sha256", workspaceId, "hex").slice(0, 6);

/** Terms contain no spaces, quotes or punctuation. */
type PartWithTerms = PartOf & { terms: readonly string[] };

/** Adds parts to the index, in one statement or deferred with a batch. */
export async function putTerms(tx: Tx, parts: readonly PartWithTerms[]): Promise<void> {
  if (parts.length === 0) return;
  if (isPostgres(tx)) {
    const rows = parts.map(({ workspaceId, document, part, terms }) => {
      const vector = vectorOf(prefixOf(workspaceId), terms);
      return sql`(${workspaceId}, ${document}, ${part}, ${vector}::tsvector)`;
    });
    await sql`insert into search_terms (workspace_id, document, part, terms) values ${sql.join(rows)}`.execute(
      tx,
    );
    return;
  }
  const rows = parts.map(({ workspaceId, document, part, terms }) => {
    const own = prefixOf(workspaceId);
    return { rowid: document * partsOfDocument + part, terms: own + terms.join(` ${own}`) };
  });
  const deferred = deferredTermsOf(tx);
  await (deferred ? deferred.defer(rows) : insertTerms(tx, rows));
}

/** Removes up to a number of a document's parts in `part`..`until`. Returns true if none are left. */
export async function dropTerms(
  tx: Tx,
  { workspaceId, document, part }: PartOf,
  until: number,
  most = Number.MAX_SAFE_INTEGER,
): Promise<boolean> {
  await deferredTermsOf(tx)?.write();
  const parts = await (isPostgres(tx)
    ? sql<{ id: number }>`select part as id from search_terms where workspace_id = ${workspaceId}
        and document = ${document} and part >= ${part} and part < ${until}`
    : // FTS5 would scan its whole table for a rowid range; its docsize table has an index.
      sql<{ id: number }>`select id from search_terms_docsize
        where id >= ${document * partsOfDocument + part} and id < ${document * partsOfDocument + until}`
  ).execute(tx);
  const dropped = parts.rows.slice(0, most).map(({ id }) => id);
  if (dropped.length > 0)
    await (isPostgres(tx)
      ? sql`delete from search_terms where workspace_id = ${workspaceId} and document = ${document}
          and ${isOneOf(tx, "part", dropped)}`
      : sql`delete from search_terms where ${isOneOf(tx, "rowid", dropped)}`
    ).execute(tx);
  return dropped.length === parts.rows.length;
}

/** Removes up to a number of these documents' parts. Returns true if none are left. */
export async function dropTermsOf(
  tx: Tx,
  workspaceId: string,
  documents: readonly number[],
  most: number,
): Promise<boolean> {
  await deferredTermsOf(tx)?.write();
  if (isPostgres(tx)) {
    const { numAffectedRows = 0n } = await sql`delete from search_terms where ctid = any (array (
      select ctid from search_terms where workspace_id = ${workspaceId} and ${isOneOf(tx, "document", documents)}
      limit ${most}))`.execute(tx);
    return numAffectedRows < most;
  }
  const size = sql.lit(partsOfDocument);
  const { rows } = await sql<{ id: number }>`select id from ${tableOf(tx, documents)} as wanted
    cross join search_terms_docsize where id >= wanted.value * ${size} and id < (wanted.value + 1) * ${size}
    limit ${most}`.execute(tx);
  const parts = rows.map(({ id }) => id);
  if (parts.length > 0) await sql`delete from search_terms where ${isOneOf(tx, "rowid", parts)}`.execute(tx);
  return parts.length < most;
}

/** A range of documents to search: numbers below `below`, down to `from`. */
export interface Span {
  from: number;
  below: number;
}

/** Above every document number. */
export const endOfAll = 2 ** 31 - 1;

/** Documents to which hits are restricted, and their number of parts. */
interface Few {
  documents: RawBuilder<unknown>;
  parts: number;
}

/** Parts looked up individually on SQLite; beyond, reading all hits is cheaper. */
const mostLookedUp = 64;

/**
 * Returns a query for matching parts: `clause` (from 0), `document` and `part`; restricted to `few` if given.
 */
export function hitsOf(
  db: Db,
  workspaceId: string,
  clauses: readonly Clause[],
  { from, below }: Span,
  few?: Few,
): RawBuilder<unknown> {
  const texts = queryTexts(db, workspaceId, clauses);
  if (isPostgres(db)) {
    const isHit = (
      query: RawBuilder<unknown>,
    ) => sql`workspace_id = ${workspaceId} and terms @@ ${query}::tsquery
      and document >= ${from} and document < ${below}
      ${few ? sql`and document = any (array (select document from ${few.documents}))` : sql``}`;
    // Only a standalone query gets a good estimate of its hits.
    return texts.length === 1
      ? sql`${sql.raw(plannedEachTime)} select 0 as clause, document, part from search_terms where ${isHit(sql`${texts[0]}`)}`
      : sql`${sql.raw(plannedEachTime)} select queries.n - 1 as clause, found.document, found.part
          from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as queries (query, n)
          cross join lateral (select document, part from search_terms where ${isHit(sql`queries.query`)}) as found`;
  }
  const queries = JSON.stringify(texts);
  const size = sql.lit(partsOfDocument);
  const [documents, first, last] =
    few && few.parts <= mostLookedUp
      ? [
          sql`${few.documents} as few cross join`,
          sql`few.document * ${size}`,
          sql`(few.document + 1) * ${size}`,
        ]
      : [sql``, from * partsOfDocument, below * partsOfDocument];
  return sql`select queries.key as clause, search_terms.rowid / ${size} as document,
      search_terms.rowid % ${size} as part
    from ${documents} json_each(${queries}) as queries cross join search_terms
    where search_terms.terms match queries.value
      and search_terms.rowid >= ${first} and search_terms.rowid < ${last}
      ${few ? sql`and search_terms.rowid / ${size} in (select document from ${few.documents})` : sql``}`;
}

/**
 * Returns SQLite query parts that read a clause's hits newest first, so that no more are read than returned.
 */
export function newestHits(db: Db, workspaceId: string, clause: Clause, { from, below }: Span) {
  const size = sql.lit(partsOfDocument);
  const [query] = queryTexts(db, workspaceId, [clause]);
  return {
    document: sql`(search_terms.rowid / ${size})`,
    part: sql`(search_terms.rowid % ${size})`,
    isHit: sql`search_terms.terms match ${query} and search_terms.rowid >= ${from * partsOfDocument}
      and search_terms.rowid < ${below * partsOfDocument}`,
    newestFirst: sql`search_terms.rowid desc`,
  };
}

/** Parts of a rare clause, whose documents restrict the hits of the others. */
const fewParts = 500;

/**
 * Finds the start of a span in which the rarest clause has at most `most` parts; 0 if it has fewer overall,
 * reading no more of each clause. `parts` counts them, `rare` is that clause.
 */
export async function startOfNewest(
  db: Db,
  workspaceId: string,
  clauses: readonly Clause[],
  below: number,
  most: number,
): Promise<{ from: number; parts: number; rare?: Clause }> {
  const start = { from: below, parts: most };
  // Longer words tend to be rarer; a rare one first saves checking the rest.
  const longestFirst = clauses.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  for (const clause of longestFirst) {
    const [query] = queryTexts(db, workspaceId, [clause]);
    const { rows } = await (isPostgres(db)
      ? sql<Newest>`${sql.raw(plannedEachTime)} select min(document) as document, count(*)::integer as parts from (
          select document from search_terms
          where workspace_id = ${workspaceId} and terms @@ ${query}::tsquery and document < ${below}
          order by document desc limit ${most}) as newest`
      : sql<Newest>`select min(id) / ${sql.lit(partsOfDocument)} as document, count(*) as parts from (
          select rowid as id from search_terms
          where search_terms.terms match ${query} and rowid < ${below * partsOfDocument}
          order by rowid desc limit ${most})`
    ).execute(db);
    const { document, parts } = expectOne(rows);
    const isAll = document === null || parts < most;
    if (isAll && parts <= fewParts) return { from: 0, parts, rare: clause };
    start.from = isAll ? 0 : Math.min(start.from, document);
    start.parts = Math.min(start.parts, parts);
  }
  return start;
}

const lengthOf = ({ terms }: Clause) => terms.join("").length;

interface Newest {
  /** The oldest document; null if none. */
  document: number | null;
  parts: number;
}

const queryTexts = (db: Db, workspaceId: string, clauses: readonly Clause[]): string[] =>
  clauses.map((clause) => (isPostgres(db) ? tsqueryOf : ftsQueryOf)(prefixOf(workspaceId), clause));

const ftsQueryOf = (own: string, { terms, isPrefix }: Clause) =>
  `"${terms.map((term) => own + term).join(" ")}"${isPrefix ? " *" : ""}`;

const tsqueryOf = (own: string, { terms, isPrefix }: Clause) =>
  terms.map((term, n) => `'${own}${term}'${isPrefix && n === terms.length - 1 ? ":*" : ""}`).join(" <-> ");

/** Returns terms with positions in tsvector syntax. */
function vectorOf(own: string, terms: readonly string[]): string {
  const positions = new Map<string, number[]>();
  for (const [n, term] of terms.entries()) {
    const known = positions.get(term);
    if (known) known.push(n + 1);
    else positions.set(term, [n + 1]);
  }
  return [...positions].map(([term, at]) => `'${own}${term}':${at.join(",")}`).join(" ");
}
