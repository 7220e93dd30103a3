import { type Kysely, sql } from "kysely";

/** Adds context sources, their chunked texts, and the sources that plans leave out. */
export async function context(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table context_sources (workspace_id text not null references workspaces (id) on delete cascade, id text not null,
    scope text not null, place_id text not null, project_id text, plan_id text, kind text not null, source_kind text not null,
    title text not null, description text, own_description integer not null, folder_path text not null, token_count integer not null,
    text_chars integer not null, text_revision integer not null, revision integer not null, url text, page_etag text,
    file_id text, media_type text, size_bytes integer, picture_count integer, degraded integer not null,
    enrichment text not null, enrichment_reason text not null, added_by text not null references users (id),
    created_at text not null, updated_at text not null, primary key (workspace_id, id),
    foreign key (workspace_id, project_id) references projects (workspace_id, id) on delete cascade,
    foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade)`,
  "create unique index context_sources_title on context_sources (workspace_id, place_id, folder_path, title)",
  "create index context_sources_place on context_sources (workspace_id, place_id, id)",
  "create index context_sources_project on context_sources (workspace_id, project_id) where project_id is not null",
  "create index context_sources_plan on context_sources (workspace_id, plan_id) where plan_id is not null",
  "create index context_sources_file on context_sources (workspace_id, file_id) where file_id is not null",
  `create table context_texts (workspace_id text not null, source_id text not null, revision integer not null, n integer not null,
    start_char integer not null, end_char integer not null, text text not null,
    primary key (workspace_id, source_id, revision, n),
    foreign key (workspace_id, source_id) references context_sources (workspace_id, id) on delete cascade)`,
  `create table context_unused (workspace_id text not null, plan_id text not null, source_id text not null,
    primary key (workspace_id, plan_id, source_id),
    foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade,
    foreign key (workspace_id, source_id) references context_sources (workspace_id, id) on delete cascade)`,
  "create index context_unused_source on context_unused (workspace_id, source_id)",
];
