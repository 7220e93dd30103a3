import { type Kysely, sql } from "kysely";

/** Adds OAuth apps. */
export async function oauth(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "create table oauth_clients (id text primary key, metadata text not null, created_at text not null)",
  "create index oauth_clients_age on oauth_clients (created_at)",
  `create table oauth_connections (workspace_id text not null references workspaces (id) on delete cascade,
    id text not null, user_id text not null references users (id) on delete cascade, client_id text not null,
    client_name text not null, scope text not null, created_at text not null, last_used_at text,
    expires_at text not null, revoked_at text, primary key (workspace_id, id))`,
  "create unique index oauth_connections_id on oauth_connections (id)",
  "create index oauth_connections_person on oauth_connections (workspace_id, user_id, id)",
  "create index oauth_connections_client on oauth_connections (client_id)",
  "create index oauth_connections_expiry on oauth_connections (expires_at)",
  `create table oauth_artifacts (id_hash text primary key, model text not null, connection_id text,
    user_code_hash text unique, shown_to text, payload text not null, consumed_at text, polled_at text,
    expires_at text not null)`,
  "create index oauth_artifacts_connection on oauth_artifacts (connection_id) where connection_id is not null",
  "create index oauth_artifacts_expiry on oauth_artifacts (expires_at)",
];
