import { type Kysely, sql } from "kysely";

/** Adds deleted specs, which can be restored for some days. */
export async function deletedSpecs<T>(db: Kysely<T>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table deleted_specs (workspace_id text not null, id text not null, plan_id text not null, number integer not null,
    title text not null, revision integer not null, status text not null, parent_spec_id text, effort integer,
    readiness_set integer, readiness_computed integer not null, text_hash text not null, position integer not null,
    external_ref text, created_at text not null, updated_at text not null, deleted_at text not null, deleted_by text,
    content text not null, primary key (workspace_id, id), unique (workspace_id, plan_id, number),
    foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade)`,
  "create index deleted_specs_newest on deleted_specs (workspace_id, plan_id, deleted_at, id)",
  "create index deleted_specs_due on deleted_specs (deleted_at)",
  "create index deleted_specs_ref on deleted_specs (workspace_id, plan_id, external_ref) where external_ref is not null",
  "create index deleted_specs_parent on deleted_specs (workspace_id, parent_spec_id) where parent_spec_id is not null",
  `create table released_children (workspace_id text not null, spec_id text not null, child_id text not null,
    parent_spec_id text, place integer not null, primary key (workspace_id, spec_id, child_id),
    foreign key (workspace_id, spec_id) references deleted_specs (workspace_id, id) on delete cascade)`,
  "create index released_children_child on released_children (workspace_id, child_id)",
  `create table deleted_dependencies (workspace_id text not null references workspaces (id) on delete cascade,
    id text not null, from_id text not null, to_id text not null, created_at text not null, primary key (workspace_id, id))`,
  "create index deleted_dependencies_from on deleted_dependencies (workspace_id, from_id)",
  "create index deleted_dependencies_to on deleted_dependencies (workspace_id, to_id)",
];
