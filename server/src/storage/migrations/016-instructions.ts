import { type Kysely, sql } from "kysely";

/** Adds instructions, their proposals, and overrides of formats. */
export async function instructions(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const inWorkspace = "workspace_id text not null references workspaces (id) on delete cascade";
const inProject = `project_id text,
    foreign key (workspace_id, project_id) references projects (workspace_id, id) on delete cascade`;
const written = "revision integer not null, created_at text not null, updated_at text not null";

const statements = [
  `create table instructions (${inWorkspace}, id text not null, markdown text not null, ${written}, ${inProject},
    primary key (workspace_id, id))`,
  // One row per level; the company's has no project.
  "create unique index instructions_tier on instructions (workspace_id, coalesce(project_id, ''))",
  `create table instruction_proposals (${inWorkspace}, id text not null, instructions_id text not null,
    markdown text not null, message text not null, author_user_id text references users (id) on delete set null,
    base_revision integer not null, state text not null, created_at text not null, primary key (workspace_id, id),
    foreign key (workspace_id, instructions_id) references instructions (workspace_id, id) on delete cascade)`,
  "create index instruction_proposals_of on instruction_proposals (workspace_id, instructions_id, id)",
  `create index instruction_proposals_open on instruction_proposals (workspace_id, instructions_id, id)
    where state = 'open'`,
  `create table formats (${inWorkspace}, id text not null, kind text not null, markdown text, ${written}, ${inProject},
    primary key (workspace_id, id))`,
  "create unique index formats_tier on formats (workspace_id, coalesce(project_id, ''), kind)",
];
