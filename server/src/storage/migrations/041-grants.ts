import { type Kysely, sql } from "kysely";

/** Adds OAuth grants, attempts to get one, and dynamically registered clients. */
export async function grants(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table connections add column grant_id text",
  "alter table connections add column lost_at text",
  `create table grants (workspace_id text not null, id text not null, connector_id text not null, user_id text,
    account text, facts text not null, tokens text not null, expires_at text, generation integer not null,
    lease_owner text, lease_until text, ended_at text, created_at text not null, primary key (workspace_id, id),
    foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade)`,
  "create index grants_person on grants (workspace_id, user_id, connector_id, id) where user_id is not null",
  "create index grants_connector on grants (workspace_id, connector_id)",
  `create table grant_attempts (workspace_id text not null, state_hash text not null, connector_id text not null,
    actor text not null, session_id text, site text, return_to text not null, facts text not null,
    sealed text not null, choices text, expires_at text not null, primary key (workspace_id, state_hash))`,
  "create unique index grant_attempts_state on grant_attempts (state_hash)",
  "create index grant_attempts_expiry on grant_attempts (expires_at)",
  `create table registered_clients (workspace_id text not null, connector_id text not null, issuer text not null,
    sealed text not null, created_at text not null,
    primary key (workspace_id, connector_id, issuer))`,
];
