import { type Kysely, sql } from "kysely";

/** Adds language models, and what was used of them. */
export async function models(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table models (
    workspace_id text not null references workspaces (id) on delete cascade,
    id text not null,
    user_id text,
    name text not null,
    kind text not null,
    base_url text,
    model text not null,
    sealed_key text,
    key_hint text,
    needs_key integer not null,
    context_tokens integer not null,
    max_output integer not null,
    price_in text,
    price_out text,
    test_minute text,
    tests integer not null,
    created_at text not null,
    updated_at text not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
  )`,
  "create index models_of_person on models (workspace_id, user_id, id)",
  `create table model_usage (
    workspace_id text not null references workspaces (id) on delete cascade,
    day text not null,
    user_id text not null,
    model_id text not null,
    currency text not null,
    model_name text not null,
    model_scope text not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    cost_micros bigint not null,
    updated_at text not null,
    primary key (workspace_id, day, user_id, model_id, currency)
  )`,
  "create index model_usage_of_person on model_usage (workspace_id, user_id, day, model_id, currency)",
];
