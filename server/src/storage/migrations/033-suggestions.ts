import { type Kysely, sql } from "kysely";

/** Adds suggestions to documents. */
export async function suggestions(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table revisions add column suggested_by text",
  `create table suggestions (workspace_id text not null references workspaces (id) on delete cascade, id text not null,
    document_id text not null, document_kind text not null, plan_id text, project_id text, state text not null,
    base_revision integer not null, hunks text not null, message text not null, criteria_added integer not null,
    criteria_changed integer not null, criteria_removed integer not null, author_user_id text not null,
    credential_id text not null, created_at text not null, decided_by text, decided_at text, revision integer,
    proposal_id text, primary key (workspace_id, id),
    foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade,
    foreign key (workspace_id, project_id) references projects (workspace_id, id) on delete cascade)`,
  "create index suggestions_document on suggestions (workspace_id, document_id, plan_id, id)",
  "create index suggestions_state on suggestions (workspace_id, document_id, plan_id, state, id)",
  "create index suggestions_plan on suggestions (workspace_id, plan_id) where plan_id is not null",
  "create index suggestions_project on suggestions (workspace_id, project_id) where project_id is not null",
];
