import { type Kysely, sql } from "kysely";
import { isPostgres } from "../dialect.ts";

/**
 * Takes the documents out of the index of the search whose terms joined a kana or Han letter to the Latin word behind it,
 * such as the mark of a long vowel. The job that fills the index puts them in again with the terms that they have now.
 */
export async function joinedLetters(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...(isPostgres(db) ? postgres : sqlite), ...both])
    await sql.raw(statement).execute(db);
}

const letters = "[ー〆〱-〵〼\u{1d360}-\u{1d371}]";

const postgres = [
  `create temporary table joined_letters as
    select distinct document as id from search_terms where terms::text ~ '${letters}'`,
];

const sqlite = [
  "create virtual table temp.joined_terms using fts5vocab(main, search_terms, instance)",
  // The number of a row is the document's times 2^20, and the part's.
  `create temporary table joined_letters as
    select distinct doc / 1048576 as id from joined_terms where term glob '*${letters}*'`,
  "drop table temp.joined_terms",
];

const wrong = "id in (select id from joined_letters)";

const both = [
  `insert into search_dropped (workspace_id, document) select workspace_id, id from search_documents where ${wrong}`,
  `delete from search_documents where ${wrong}`,
  "delete from search_filled",
  "drop table joined_letters",
];
