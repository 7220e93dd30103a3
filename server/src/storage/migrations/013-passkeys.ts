import { type Kysely, sql } from "kysely";

/** Adds passkeys and their challenges. */
export async function passkeys(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table passkeys (id text primary key, user_id text not null references users (id) on delete cascade,
    credential_id text not null unique, public_key text not null, counter bigint not null, transports text not null,
    name text not null, created_at text not null, last_used_at text)`,
  "create index passkeys_user on passkeys (user_id, id)",
  `create table challenges (hash text primary key, session_id text references sessions (id) on delete cascade,
    browser_hash text, expires_at text not null)`,
  "create index challenges_session on challenges (session_id) where session_id is not null",
  "create index challenges_expiry on challenges (expires_at)",
];
