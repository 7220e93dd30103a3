import { type Kysely, sql } from "kysely";

/** Adds verification of addresses; existing accounts count as verified. Invite mails get their own links. */
export async function provenAccounts(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table users add column is_proven integer not null default 1",
  "alter table invites add column mail_hash text",
  "create unique index invites_mail on invites (mail_hash) where mail_hash is not null",
  "create index invites_email on invites (workspace_id, email)",
];
