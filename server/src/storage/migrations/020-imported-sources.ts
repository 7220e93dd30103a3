import { type Kysely, sql } from "kysely";

/** Stores the last imported state of context sources. */
export async function importedSources(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table imported_sources (workspace_id text not null, source_id text not null, place_id text not null,
    project_id text not null, plan_id text, external_ref text not null, title text, text text, text_hash text,
    primary key (workspace_id, source_id),
    foreign key (workspace_id, project_id) references projects (workspace_id, id) on delete cascade,
    foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade)`,
  "create unique index imported_sources_ref on imported_sources (workspace_id, place_id, external_ref)",
  "create index imported_sources_project on imported_sources (workspace_id, project_id)",
  "create index imported_sources_plan on imported_sources (workspace_id, plan_id) where plan_id is not null",
];
