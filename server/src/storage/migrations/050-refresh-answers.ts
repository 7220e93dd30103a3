import { type Kysely, sql } from "kysely";

/** Stores each connection's last refresh answer for repetitions within seconds. */
export async function refreshAnswers(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table refresh_answers (workspace_id text not null, connection_id text not null, used_hash text not null,
    sealed text not null, expires_at text not null, primary key (workspace_id, connection_id),
    foreign key (workspace_id, connection_id) references oauth_connections (workspace_id, id) on delete cascade)`,
  "create index refresh_answers_expiry on refresh_answers (expires_at)",
];
