import { type Kysely, sql } from "kysely";

/** Adds passwords, sessions, one-time links and access tokens. */
export async function signIn(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ofUser = "user_id text not null references users (id) on delete cascade";

const statements = [
  "create index memberships_user on memberships (user_id)",
  `create table passwords (${ofUser}, hash text not null, changed_at text not null, primary key (user_id))`,
  `create table sessions (id text primary key, ${ofUser}, secret_hash text not null unique, workspace_id text,
    sender text not null, user_agent text not null, created_at text not null, signed_in_at text not null,
    last_used_at text not null, expires_at text not null)`,
  "create index sessions_user on sessions (user_id, id)",
  "create index sessions_expiry on sessions (expires_at)",
  "create index sessions_use on sessions (last_used_at)",
  `create table known_senders (${ofUser}, sender text not null, seen_at text not null, primary key (user_id, sender))`,
  "create index known_senders_seen on known_senders (seen_at)",
  `create table person_events (workspace_id text not null references workspaces (id) on delete cascade, id text not null,
    user_id text not null, credential_id text, event text not null, primary key (workspace_id, id))`,
  `create table links (secret_hash text primary key, kind text not null, user_id text references users (id) on delete cascade,
    created_at text not null, expires_at text not null)`,
  "create index links_user on links (user_id)",
  "create index links_expiry on links (expires_at)",
  `create table access_tokens (workspace_id text not null references workspaces (id) on delete cascade,
    secret_hash text not null, ${ofUser}, session_id text references sessions (id) on delete cascade, connection_id text,
    scope text not null, created_at text not null, expires_at text not null, primary key (workspace_id, secret_hash))`,
  "create unique index access_tokens_secret on access_tokens (secret_hash)",
  "create index access_tokens_session on access_tokens (session_id)",
  "create index access_tokens_connection on access_tokens (workspace_id, connection_id)",
  "create index access_tokens_user on access_tokens (workspace_id, user_id)",
  "create index access_tokens_expiry on access_tokens (expires_at)",
];
