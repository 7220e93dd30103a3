import { type Kysely, sql } from "kysely";

/** Stores the last imported state, the base of the next merge (docs/decisions/imports.md). */
export async function imported(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table imported (workspace_id text not null, item_id text not null, plan_id text not null, kind text not null,
    external_ref text not null, title text, content text, status text, text_hash text,
    primary key (workspace_id, item_id),
    foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade)`,
  "create unique index imported_ref on imported (workspace_id, plan_id, kind, external_ref)",
  "create index imported_plans on imported (workspace_id, external_ref) where kind = 'plan'",
];
