import { hash } from "node:crypto";
import { type Expression, sql } from "kysely";
import { fold } from "../fold.ts";
import { isFoundBy, isOneOf, type Tx } from "../storage/dialect.ts";
import { type Clause, dropTerms, partsOfDocument, putTerms } from "../storage/full-text.ts";
import { type Param, statement } from "../storage/statement.ts";
import type { SearchKind } from "../storage/tables/search.ts";
import { partsOf } from "./parts.ts";
import { termsOf } from "./terms.ts";

/** The plan, project or workspace of a document, which decides who can read it. */
export interface DocumentLocation {
  planId?: string | null;
  projectId?: string | null;
}

export interface SearchDocument extends DocumentLocation {
  workspaceId: string;
  kind: SearchKind;
  id: string;
  /** Exact names such as handle and external ref, which rank first. */
  names?: readonly (string | null)[];
  title: string;
  text: string;
}

/** Index parts of names and title; the text follows. */
export const titlePart = 1;
const namesPart = 0;
const textPart = 2;

/** Indexes a document in its own transaction, replacing its previous entries. */
export async function indexDocument(tx: Tx, document: SearchDocument): Promise<void> {
  const number = await indexHead(tx, document);
  const { workspaceId } = document;
  const parts = partsOf(termsOf(document.text));
  await putTerms(
    tx,
    parts.map((terms, n) => ({ workspaceId, document: number, part: textPart + n, terms })),
  );
}

/** New documents per statement, few enough for other writers to get a turn. */
const newAtOnce = { documents: 100, units: 64 * 1024 };

/** Indexes documents known to be new, in few statements. */
export async function indexNewDocuments(tx: Tx, documents: readonly SearchDocument[]): Promise<void> {
  let batch: SearchDocument[] = [];
  let units = 0;
  for (const [index, document] of documents.entries()) {
    batch.push(document);
    units += document.title.length + document.text.length;
    const isFull = batch.length === newAtOnce.documents || units >= newAtOnce.units;
    if (!isFull && index < documents.length - 1) continue;
    await indexNewOnes(tx, batch);
    batch = [];
    units = 0;
  }
}

async function indexNewOnes(tx: Tx, documents: readonly SearchDocument[]): Promise<void> {
  const rows = documents.map(({ workspaceId, kind, id, planId = null, projectId = null }) => {
    const location = { plan_id: planId, project_id: projectId };
    return { workspace_id: workspaceId, kind, document_id: id, ...location };
  });
  const added = await tx
    .insertInto("search_documents")
    .values(rows as never)
    .returning(["id", "document_id"])
    .execute();
  const numbers = new Map(added.map((row) => [row.document_id, row.id]));
  const parts = documents.flatMap(({ text, ...document }) => {
    const number = numbers.get(document.id);
    if (number === undefined) throw new Error("a document got no number");
    const own = { workspaceId: document.workspaceId, document: number };
    const texts = partsOf(termsOf(text)).map((terms, n) => ({ ...own, part: textPart + n, terms }));
    return [...headOf(document).map((head) => ({ ...own, ...head })), ...texts];
  });
  await putTerms(tx, parts);
}

const partsOfSlice = 64;

/** Indexes a slice of a document's text, replacing an earlier attempt. */
export async function indexSlice(
  tx: Tx,
  { workspaceId, document }: { workspaceId: string; document: number },
  n: number,
  terms: readonly string[],
): Promise<void> {
  const part = textPart + n * partsOfSlice;
  await dropTerms(tx, { workspaceId, document, part }, part + partsOfSlice);
  await putTerms(
    tx,
    partsOf(terms).map((some, index) => ({ workspaceId, document, part: part + index, terms: some })),
  );
}

/** Returns the slice of an index part. */
export const sliceOfPart = (part: number): number => Math.floor((part - textPart) / partsOfSlice);

/** Indexes a document's names and title, removes the rest, and returns its number. */
export async function indexHead(tx: Tx, document: Omit<SearchDocument, "text">): Promise<number> {
  const number = await newNumber(tx, document);
  await putHead(tx, number, document);
  return number;
}

/** Updates names and title but keeps the text. Returns false if the document is not indexed. */
export async function replaceHead(tx: Tx, document: Omit<SearchDocument, "text">): Promise<boolean> {
  const number = await numberIn(tx, document);
  if (number === undefined) return false;
  await dropTerms(tx, { workspaceId: document.workspaceId, document: number, part: namesPart }, textPart);
  await putHead(tx, number, document);
  return true;
}

async function putHead(tx: Tx, number: number, document: Omit<SearchDocument, "text">): Promise<void> {
  const { workspaceId } = document;
  await putTerms(
    tx,
    headOf(document).map(({ part, terms }) => ({ workspaceId, document: number, part, terms })),
  );
}

/** Returns the non-empty parts of names and title. */
function headOf({ names: given = [], title }: Pick<SearchDocument, "names" | "title">) {
  const names = given.filter((name) => name !== null);
  return [
    { part: namesPart, terms: [...names.map(nameTerm), ...names.flatMap(termsOf)] },
    { part: titlePart, terms: termsOf(title) },
  ].filter(({ terms }) => terms.length > 0);
}

/** Removes a document from the index; terms of large ones are left to a job. */
export async function forgetDocument(
  tx: Tx,
  workspaceId: string,
  kind: SearchKind,
  id: string,
): Promise<void> {
  const number = await numberIn(tx, { workspaceId, kind, id });
  if (number !== undefined) await forgetNumber(tx, workspaceId, number);
}

/**
 * Removes documents from the index; `ids` selects them. They vanish from results at once, since numbers are
 * never reused. A job removes their terms.
 */
export async function forgetDocuments(
  tx: Tx,
  workspaceId: string,
  kind: SearchKind,
  ids: Expression<unknown>,
): Promise<void> {
  const theirs = sql`search_documents
    where workspace_id = ${workspaceId} and kind = ${kind} and ${isFoundBy(tx, "document_id", ids)}`;
  await sql`insert into search_dropped (workspace_id, document) select workspace_id, id from ${theirs}`.execute(
    tx,
  );
  await sql`delete from ${theirs}`.execute(tx);
}

/** Parts removed per transaction; a job removes the rest. */
export const mostDropped = 100;

/** Removes some of a document's parts. Returns true if none are left. */
const dropSomeTerms = (tx: Tx, workspaceId: string, document: number): Promise<boolean> =>
  dropTerms(tx, { workspaceId, document, part: 0 }, partsOfDocument, mostDropped);

async function forgetNumber(tx: Tx, workspaceId: string, number: number): Promise<void> {
  const isDropped = await dropSomeTerms(tx, workspaceId, number);
  if (!isDropped)
    await sql`insert into search_dropped (workspace_id, document) values (${workspaceId}, ${number})`.execute(
      tx,
    );
  await sql`delete from search_documents where workspace_id = ${workspaceId} and id = ${number}`.execute(tx);
}

/** Returns a document's number after clearing it; assigns the next to a new one. */
async function newNumber(tx: Tx, document: Omit<SearchDocument, "text">): Promise<number> {
  const { workspaceId, kind, id, planId = null, projectId = null } = document;
  const [known] = await findNumber(tx, { workspaceId, kind, id });
  if (known && (await dropSomeTerms(tx, workspaceId, known.id))) {
    if (known.plan_id !== planId) await setPlan(tx, { workspaceId, number: known.id, planId });
    return known.id;
  }
  if (known) await forgetNumber(tx, workspaceId, known.id);
  const [added] = await addNumber(tx, { workspaceId, kind, id, planId, projectId });
  if (!added) throw new Error("a document got no number");
  return added.id;
}

/** Returns an indexed document's number. */
export async function numberIn(tx: Tx, document: Named): Promise<number | undefined> {
  return (await findNumber(tx, document))[0]?.id;
}

type Named = Pick<SearchDocument, "workspaceId" | "kind" | "id">;

const findNumber = statement((db, param: Param<Named>) =>
  db
    .selectFrom("search_documents")
    .select(["id", "plan_id"])
    .where("workspace_id", "=", param("workspaceId"))
    .where("kind", "=", param("kind"))
    .where("document_id", "=", param("id")),
);

const addNumber = statement((db, param: Param<Named & { planId: string | null; projectId: string | null }>) =>
  db
    .insertInto("search_documents")
    .values({
      workspace_id: param("workspaceId"),
      kind: param("kind"),
      document_id: param("id"),
      plan_id: param("planId"),
      project_id: param("projectId"),
    } as never)
    .returning("id"),
);

const setPlan = statement(
  (db, param: Param<{ workspaceId: string; number: number; planId: string | null }>) =>
    db
      .updateTable("search_documents")
      .set({ plan_id: param("planId") })
      .where("workspace_id", "=", param("workspaceId"))
      .where("id", "=", param("number")),
);

/** Returns the single term of a whole name. Starts with a private-use character, so no text contains it. */
function nameTerm(name: string): string {
  return `\u{e000}${hash("sha256", fold(name.trim()), "hex").slice(0, 32)}`;
}

/** Returns the clause for an exact name. */
export const nameClause = (name: string): Clause => ({ terms: [nameTerm(name)], isPrefix: false });

/** Sets the project of everything in these plans. */
export const moveDocuments = (tx: Tx, workspaceId: string, planIds: readonly string[], projectId: string) =>
  tx
    .updateTable("search_documents")
    .set({ project_id: projectId })
    .where("workspace_id", "=", workspaceId)
    .where("project_id", "is not", null)
    .where(isOneOf(tx, "plan_id", planIds))
    .execute();
