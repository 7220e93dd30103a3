import { type Kysely, sql } from "kysely";

/** Adds anchors in documents. */
export async function anchors(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table anchors (workspace_id text not null references workspaces (id) on delete cascade,
    document_id text not null, id text not null, kind text not null, exact text not null, prefix text not null,
    suffix text not null, start_at integer not null, end_at integer not null, revision integer not null,
    state text not null, sought text, primary key (workspace_id, document_id, id))`,
  "create unique index anchors_of_id on anchors (workspace_id, id)",
];
