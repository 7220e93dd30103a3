import { type Kysely, sql } from "kysely";

/** Adds threads and comments. */
export async function threads(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table threads (workspace_id text not null references workspaces (id) on delete cascade, id text not null,
    document_id text not null, document_kind text not null, plan_id text, project_id text, state text not null,
    comment_count integer not null, created_by text not null, created_at text not null, resolved_by text, resolved_at text,
    primary key (workspace_id, id),
    foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade,
    foreign key (workspace_id, project_id) references projects (workspace_id, id) on delete cascade)`,
  "create index threads_document on threads (workspace_id, document_id, plan_id, id)",
  "create index threads_state on threads (workspace_id, document_id, plan_id, state, id)",
  "create index threads_plan on threads (workspace_id, plan_id) where plan_id is not null",
  "create index threads_project on threads (workspace_id, project_id) where project_id is not null",
  `create table comments (workspace_id text not null, thread_id text not null, number integer not null, id text not null,
    body text not null, mentions text not null, author_user_id text not null, credential_id text not null,
    created_at text not null, edited_at text, deleted_at text, primary key (workspace_id, thread_id, number),
    foreign key (workspace_id, thread_id) references threads (workspace_id, id) on delete cascade)`,
  "create unique index comments_id on comments (workspace_id, id)",
];
