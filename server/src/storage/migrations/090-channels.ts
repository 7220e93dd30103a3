import { type Kysely, sql } from "kysely";

/** Adds the channels of notifications beside the inbox, and subscriptions to plans and specs. */
export async function channels(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const member =
  "foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade";

const statements = [
  "alter table inbox_settings add column channels text",
  "alter table inbox_settings add column digest_at text",
  "alter table inbox_settings add column time_zone text",
  "alter table inbox_settings add column digested_on text",
  "alter table inbox_items add column outside integer not null default 0",
  `create table notices (workspace_id text not null, user_id text not null, seq integer not null,
    channel text not null, kind text not null, digest integer not null, state text not null, devices text,
    created_at text not null, ended_at text, primary key (workspace_id, user_id, seq, channel), ${member})`,
  `create index notices_waiting on notices (workspace_id, user_id, channel, digest, seq)
    where state = 'waiting'`,
  "create index notices_ended on notices (ended_at) where ended_at is not null",
  `create table subscriptions (workspace_id text not null, user_id text not null, subject_id text not null,
    state text not null, primary key (workspace_id, user_id, subject_id), ${member})`,
  "create index subscriptions_subject on subscriptions (workspace_id, subject_id)",
];
