import { type Kysely, sql } from "kysely";

/** Adds specs to suggestions, the suggestion that a spec comes from, and the sources of criteria. */
export async function suggestedSpecs(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table suggestions add column specs text not null default '[]'",
  "alter table suggestions add column reason text",
  "alter table specs add column origin_suggestion text",
  "alter table deleted_specs add column origin_suggestion text",
  `create table criterion_sources (
    workspace_id text not null references workspaces (id) on delete cascade,
    id text not null,
    plan_id text not null,
    spec_id text not null,
    words_hash text not null,
    source_id text,
    anchor_id text,
    primary key (workspace_id, id),
    foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade
  )`,
  "create index criterion_sources_of_spec on criterion_sources (workspace_id, spec_id, id)",
  "create index criterion_sources_of_plan on criterion_sources (workspace_id, plan_id)",
  "create index criterion_sources_of_source on criterion_sources (workspace_id, source_id, id) where source_id is not null",
  "create index criterion_sources_of_anchor on criterion_sources (workspace_id, anchor_id) where anchor_id is not null",
];
