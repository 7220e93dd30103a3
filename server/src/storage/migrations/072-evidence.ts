import { type Kysely, sql } from "kysely";

/** Adds evidence for criteria, and who has worked on a spec. */
export async function evidence(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ofPlan = "foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade";

const statements = [
  `create table evidence (
    workspace_id text not null references workspaces (id) on delete cascade,
    id text not null,
    plan_id text not null,
    spec_id text not null,
    words_hash text not null,
    criterion_id text,
    criterion_number integer not null,
    criterion_text text not null,
    result text not null,
    kind text not null,
    ref text not null,
    checks integer,
    note text,
    user_id text not null,
    credential_id text not null,
    in_session integer not null,
    claim_id text,
    created_at text not null,
    primary key (workspace_id, id),
    ${ofPlan}
  )`,
  "create index evidence_of_spec on evidence (workspace_id, spec_id, id)",
  "create index evidence_of_words on evidence (workspace_id, spec_id, words_hash, id)",
  "create index evidence_of_plan on evidence (workspace_id, plan_id)",
  `create table spec_workers (
    workspace_id text not null references workspaces (id) on delete cascade,
    plan_id text not null,
    spec_id text not null,
    user_id text not null,
    primary key (workspace_id, spec_id, user_id),
    ${ofPlan}
  )`,
  "create index spec_workers_of_plan on spec_workers (workspace_id, plan_id)",
];
