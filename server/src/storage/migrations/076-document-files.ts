import { type Kysely, sql } from "kysely";

/** Adds the pictures of documents. */
export async function documentFiles(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table document_files (
    workspace_id text not null references workspaces (id) on delete cascade,
    id text not null,
    document_id text not null,
    discussion_plan_id text,
    file_id text,
    name text not null,
    media_type text not null,
    bytes integer not null,
    width integer not null,
    height integer not null,
    created_at text not null,
    unshown_since text,
    removed_at text,
    primary key (workspace_id, id)
  )`,
  "create index document_files_of_document on document_files (workspace_id, document_id, id)",
  "create index document_files_of_file on document_files (workspace_id, file_id) where file_id is not null",
];
