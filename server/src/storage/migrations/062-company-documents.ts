import { type Kysely, sql } from "kysely";

/** Gives companies' documents unique ids; they used to be equal in every workspace. */
export async function companyDocuments(db: Kysely<unknown>): Promise<void> {
  for (const table of tables)
    for (const kind of ["instructions", "skill", "format"]) {
      const before = `${kind}.company`;
      await sql`update ${sql.table(table)}
        set document_id = ${`${kind}.`} || workspace_id || substr(document_id, ${sql.lit(before.length + 1)})
        where document_id = ${before} or document_id like ${`${before}.%`}`.execute(db);
    }
}

const tables = ["anchors", "inbox_items", "suggestions", "threads"];
