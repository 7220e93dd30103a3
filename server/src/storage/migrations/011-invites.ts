import { type Kysely, sql } from "kysely";

/** Adds invites, and indexes for lists of members and their belongings. */
export async function invites(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table invites (workspace_id text not null references workspaces (id) on delete cascade, id text not null,
    email text not null, role text not null, status text not null, secret_hash text not null unique, sealed_secret text,
    sent_by text not null references users (id), mailed_at text, created_at text not null, expires_at text not null,
    ended_at text, primary key (workspace_id, id))`,
  "create unique index invites_pending on invites (workspace_id, email) where status = 'PENDING'",
  "create index memberships_joined on memberships (workspace_id, joined_at, user_id)",
  "create index plans_owner on plans (workspace_id, owner_user_id) where owner_user_id is not null",
];
