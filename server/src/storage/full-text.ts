import { type RawBuilder, sql } from "kysely";
import { type Db, isPostgres, type Tx } from "./dialect.ts";

/** A sequence of terms; the last is only how a term begins where it is a prefix. */
export interface Clause {
  terms: readonly string[];
  isPrefix: boolean;
}

/** SQLite's index has one number for a row: the document's times this, and the part's. */
const partsOfDocument = 2 ** 20;

/** Adds a part of a document to the index. Terms have no spaces, quotes or punctuation. */
export async function putTerms(
  tx: Tx,
  { workspaceId, document, part }: { workspaceId: string; document: number; part: number },
  terms: readonly string[],
): Promise<void> {
  await (isPostgres(tx)
    ? sql`insert into search_terms (workspace_id, document, part, terms)
        values (${workspaceId}, ${document}, ${part}, ${vectorOf(terms)}::tsvector)`
    : sql`insert into search_terms (rowid, terms) values (${document * partsOfDocument + part}, ${terms.join(" ")})`
  ).execute(tx);
}

/** Removes a document from the index. */
export async function dropTerms(tx: Tx, workspaceId: string, document: number): Promise<void> {
  const first = document * partsOfDocument;
  await (isPostgres(tx)
    ? sql`delete from search_terms where workspace_id = ${workspaceId} and document = ${document}`
    : sql`delete from search_terms where rowid >= ${first} and rowid < ${first + partsOfDocument}`
  ).execute(tx);
}

/** Returns a query for the parts that hold each clause: `clause` (from 0), `document` and `part`. */
export function hitsOf(db: Db, workspaceId: string, clauses: readonly Clause[]): RawBuilder<unknown> {
  if (isPostgres(db)) {
    const queries = JSON.stringify(clauses.map(tsqueryOf));
    return sql`select queries.n - 1 as clause, found.document, found.part
      from jsonb_array_elements_text(${queries}::jsonb) with ordinality as queries (query, n)
      cross join lateral (select document, part from search_terms
        where workspace_id = ${workspaceId} and terms @@ queries.query::tsquery) as found`;
  }
  return sql`select queries.key as clause, search_terms.rowid / ${sql.lit(partsOfDocument)} as document,
      search_terms.rowid % ${sql.lit(partsOfDocument)} as part
    from json_each(${JSON.stringify(clauses.map(ftsQueryOf))}) as queries cross join search_terms
    where search_terms.terms match queries.value`;
}

const ftsQueryOf = ({ terms, isPrefix }: Clause) => `"${terms.join(" ")}"${isPrefix ? " *" : ""}`;

const tsqueryOf = ({ terms, isPrefix }: Clause) =>
  terms.map((term, n) => `'${term}'${isPrefix && n === terms.length - 1 ? ":*" : ""}`).join(" <-> ");

/** Returns the terms with their places as PostgreSQL reads a tsvector. */
function vectorOf(terms: readonly string[]): string {
  const places = new Map<string, number[]>();
  for (const [n, term] of terms.entries()) {
    const own = places.get(term);
    if (own) own.push(n + 1);
    else places.set(term, [n + 1]);
  }
  return [...places].map(([term, own]) => `'${term}':${own.join(",")}`).join(" ");
}
