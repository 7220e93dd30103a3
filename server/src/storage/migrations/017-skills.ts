import { type Kysely, sql } from "kysely";

/** Adds skills of companies and projects. */
export async function skills(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table skills (workspace_id text not null references workspaces (id) on delete cascade, id text not null,
    project_id text, slug text not null, description text not null, markdown text not null, extends text,
    bytes integer not null, revision integer not null, created_at text not null, updated_at text not null,
    deleted_at text, primary key (workspace_id, id),
    foreign key (workspace_id, project_id) references projects (workspace_id, id) on delete cascade)`,
  "create unique index skills_of_company on skills (workspace_id, slug) where project_id is null",
  "create unique index skills_of_project on skills (workspace_id, project_id, slug) where project_id is not null",
  "create index skills_listed on skills (workspace_id, project_id, id) where deleted_at is null",
];
