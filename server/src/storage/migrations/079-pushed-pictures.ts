import { type Kysely, sql } from "kysely";

/** Adds the ledger of pictures that trackers were sent. */
export async function pushedPictures(db: Kysely<unknown>): Promise<void> {
  await sql`create table pushed_pictures (
    workspace_id text not null references workspaces (id) on delete cascade,
    connection_id text not null,
    issue_id text not null,
    picture_id text not null,
    state text not null,
    address text,
    error text,
    push_id text not null,
    primary key (workspace_id, connection_id, issue_id, picture_id)
  )`.execute(db);
}
