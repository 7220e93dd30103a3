import { type Kysely, sql } from "kysely";

/** Adds linked accounts at OpenID Connect issuers. */
export async function issuers(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table linked_issuers (id text primary key, issuer text not null, subject text not null,
    user_id text not null references users (id) on delete cascade, created_at text not null, unique (issuer, subject))`,
  "create index linked_issuers_user on linked_issuers (user_id, id)",
  `create table issuer_flows (state_hash text primary key, browser_hash text not null, session_id text, invite_hash text,
    return_to text not null, expires_at text not null)`,
  "create index issuer_flows_expiry on issuer_flows (expires_at)",
];
