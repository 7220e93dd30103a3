import { type Kysely, sql } from "kysely";
import { isPostgres } from "../dialect.ts";

/** Adds files and their chunks. */
export async function files(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements(isPostgres(db) ? "bytea" : "blob")) await sql.raw(statement).execute(db);
}

const statements = (bytes: "blob" | "bytea") => [
  `create table files (workspace_id text not null references workspaces (id) on delete cascade, id text not null,
    sha256 text, bytes integer not null, touched_at text not null, primary key (workspace_id, id),
    unique (workspace_id, sha256))`,
  `create table file_pieces (workspace_id text not null, file_id text not null, n integer not null, body ${bytes} not null,
    primary key (workspace_id, file_id, n),
    foreign key (workspace_id, file_id) references files (workspace_id, id) on delete cascade)`,
];
