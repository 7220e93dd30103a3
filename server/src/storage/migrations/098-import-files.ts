import { type Kysely, sql } from "kysely";

/** Adds the files of imports, and the last imported effort, needs, parents and comments. */
export async function importFiles(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ofPlan = "foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade";

const statements = [
  "alter table imported add column effort integer",
  "alter table imported add column needs text",
  "alter table imported add column parent_ref text",
  `create table import_uploads (
    workspace_id text not null references workspaces (id) on delete cascade,
    user_id text not null,
    uploaded_id text not null,
    created_at text not null,
    primary key (workspace_id, user_id, uploaded_id)
  )`,
  `create table imported_files (
    workspace_id text not null,
    plan_id text not null,
    path text not null,
    file_id text not null,
    primary key (workspace_id, plan_id, path),
    ${ofPlan}
  )`,
  "create index imported_files_file on imported_files (workspace_id, file_id)",
  `create table imported_places (
    workspace_id text not null,
    plan_id text not null,
    item_id text not null,
    path text not null,
    from_byte integer,
    to_byte integer,
    primary key (workspace_id, plan_id, item_id),
    ${ofPlan}
  )`,
  `create table imported_comments (
    workspace_id text not null,
    spec_id text not null,
    comment_hash text not null,
    thread_id text not null,
    primary key (workspace_id, spec_id, comment_hash),
    foreign key (workspace_id, thread_id) references threads (workspace_id, id) on delete cascade
  )`,
  "create index imported_comments_thread on imported_comments (workspace_id, thread_id)",
];
