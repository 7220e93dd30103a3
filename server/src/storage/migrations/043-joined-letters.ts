import { type Kysely, sql } from "kysely";
import { isPostgres } from "../dialect.ts";

/**
 * Removes documents from the search index whose terms joined a kana or Han letter to a following Latin word.
 * The filling job indexes them again.
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
  // A rowid is the document's number times 2^20, plus the part's.
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
