import { type Kysely, sql } from "kysely";

/** Adds links by which anybody reads a plan or a spec. */
export async function readLinks(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table workspaces add column read_links integer not null default 1",
  `create table read_links (
    workspace_id text not null references workspaces (id) on delete cascade,
    id text not null,
    plan_id text not null,
    spec_id text not null,
    token_hash text not null,
    sealed_token text,
    is_off integer not null,
    expires_at text,
    names integer not null,
    sub_plans integer not null,
    created_by text,
    created_at text not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade
  )`,
  "create index read_links_of_subject on read_links (workspace_id, plan_id, spec_id, id)",
  "create unique index read_links_token on read_links (token_hash)",
];
