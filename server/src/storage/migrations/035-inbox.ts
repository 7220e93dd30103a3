import { type Kysely, sql } from "kysely";

/** Adds the inbox, and recipients to events. */
export async function inbox(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const workspace = "workspace_id text not null references workspaces (id) on delete cascade";

const statements = [
  "alter table events add column told text",
  `create table inbox_items (${workspace}, user_id text not null, seq integer not null, id text not null,
    root_id text not null, plan_id text, document_id text, mentioned integer not null, is_read integer not null,
    primary key (workspace_id, user_id, seq))`,
  "create unique index inbox_items_id on inbox_items (workspace_id, id)",
  "create index inbox_items_unread on inbox_items (workspace_id, user_id, seq) where is_read = 0",
  "create index inbox_items_root on inbox_items (workspace_id, root_id)",
  "create index inbox_items_plan on inbox_items (workspace_id, plan_id) where plan_id is not null",
  "create index inbox_items_document on inbox_items (workspace_id, document_id) where document_id is not null",
  `create table inbox_roots (${workspace}, user_id text not null, root_id text not null, items integer not null,
    unread integer not null, primary key (workspace_id, user_id, root_id))`,
  `create table inbox_marks (${workspace}, user_id text not null, seq integer not null, read_at text not null,
    primary key (workspace_id, user_id, seq))`,
  `create table inbox_settings (${workspace}, user_id text not null, mentions integer not null,
    threads integer not null, suggestions integer not null, shares integer not null, pushes integer not null,
    primary key (workspace_id, user_id))`,
];
