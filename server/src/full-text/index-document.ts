import { hash } from "node:crypto";
import { type Expression, sql } from "kysely";
import { fold } from "../fold.ts";
import { isFoundBy, type Tx } from "../storage/dialect.ts";
import { type Clause, dropTerms, putTerms } from "../storage/full-text.ts";
import type { SearchKind } from "../storage/tables/search.ts";
import { partsOf } from "./parts.ts";

export interface SearchDocument {
  workspaceId: string;
  kind: SearchKind;
  id: string;
  /** What names the document as a whole: its handle, its external ref. Who searches for one finds it first. */
  names: readonly (string | null)[];
  title: string;
  text: string;
}

/** The parts of the index in which a document's names and its title are; its text comes behind them. */
export const titlePart = 1;
const namesPart = 0;

/** Puts a document into the index, in the transaction of its change; what was there of it before goes. */
export async function indexDocument(tx: Tx, document: SearchDocument): Promise<void> {
  const { workspaceId, title, text } = document;
  const number = await numberOf(tx, document);
  await dropTerms(tx, workspaceId, number);
  const names = document.names.filter((name) => name !== null);
  const put = (part: number, terms: readonly string[]) =>
    putTerms(tx, { workspaceId, document: number, part }, terms);
  if (names.length > 0)
    await put(namesPart, [...names.map(nameTerm), ...names.flatMap((name) => partsOf(name).flat())]);
  await put(titlePart, partsOf(title).flat());
  for (const [n, terms] of partsOf(text).entries()) await put(titlePart + 1 + n, terms);
}

/** Removes documents from the index; `ids` selects their ids. */
export async function forgetDocuments(
  tx: Tx,
  workspaceId: string,
  kind: SearchKind,
  ids: Expression<unknown>,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from search_documents
    where workspace_id = ${workspaceId} and kind = ${kind} and ${isFoundBy(tx, "document_id", ids)}`.execute(
    tx,
  );
  for (const { id } of rows) {
    await dropTerms(tx, workspaceId, id);
    await sql`delete from search_documents where workspace_id = ${workspaceId} and id = ${id}`.execute(tx);
  }
}

/** Returns the number by which the index knows the document; a new one gets the next. */
async function numberOf(tx: Tx, { workspaceId, kind, id }: SearchDocument): Promise<number> {
  const of = sql`workspace_id = ${workspaceId} and kind = ${kind} and document_id = ${id}`;
  const known = await sql<{ id: number }>`select id from search_documents where ${of}`.execute(tx);
  if (known.rows[0]) return known.rows[0].id;
  const added = await sql<{ id: number }>`insert into search_documents (workspace_id, kind, document_id)
    values (${workspaceId}, ${kind}, ${id}) returning id`.execute(tx);
  const row = added.rows[0];
  if (!row) throw new Error("a document got no number");
  return row.id;
}

/** Returns the one term of a name as a whole. No text has it, since it begins with what is no letter. */
function nameTerm(name: string): string {
  return `\u{e000}${hash("sha256", fold(name.trim()), "hex").slice(0, 32)}`;
}

/** Returns the clause that finds what has the name. */
export const nameClause = (name: string): Clause => ({ terms: [nameTerm(name)], isPrefix: false });
