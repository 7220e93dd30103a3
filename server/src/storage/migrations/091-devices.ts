import { type Kysely, sql } from "kysely";

/** Adds browsers that take pushes, and the keys that the pushes are signed with. */
export async function devices(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table push_keys (workspace_id text primary key references workspaces (id) on delete cascade,
    public_key text not null, sealed_private text not null, created_at text not null)`,
  `create table devices (workspace_id text not null, id text not null, user_id text not null, name text not null,
    endpoint_hash text not null, endpoint text not null, sealed_keys text not null, created_at text not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade)`,
  "create unique index devices_endpoint on devices (workspace_id, user_id, endpoint_hash)",
  "create index devices_of_person on devices (workspace_id, user_id, id)",
];
