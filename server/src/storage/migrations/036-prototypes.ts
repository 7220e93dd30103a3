import { type Kysely, sql } from "kysely";

/** Adds prototypes, their files and public links. */
export async function prototypes(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table prototypes (workspace_id text not null, plan_id text not null, entry text not null,
    bytes integer not null, revision integer not null, updated_at text not null, deleted_at text,
    primary key (workspace_id, plan_id),
    foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade)`,
  `create table prototype_files (workspace_id text not null, plan_id text not null, path text not null,
    file_id text not null, bytes integer not null, primary key (workspace_id, plan_id, path),
    foreign key (workspace_id, plan_id) references prototypes (workspace_id, plan_id) on delete cascade)`,
  "create index prototype_files_of_file on prototype_files (workspace_id, file_id)",
  `create table prototype_shares (workspace_id text not null, id text not null, plan_id text not null,
    token_hash text not null unique, sealed_token text not null, expires_at text not null, created_at text not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, plan_id) references prototypes (workspace_id, plan_id) on delete cascade)`,
  "create index prototype_shares_of_plan on prototype_shares (workspace_id, plan_id, id)",
];
