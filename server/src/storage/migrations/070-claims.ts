import { type Kysely, sql } from "kysely";

/** Adds claims, at most one held per spec, which the database enforces; and to threads the claim they came under. */
export async function claims(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table claims (
      workspace_id text not null references workspaces (id) on delete cascade,
      id text not null,
      plan_id text not null,
      spec_id text not null,
      plan_place text not null,
      fence integer not null,
      state text not null,
      user_id text not null,
      credential_id text not null,
      agent text,
      note text,
      minutes integer not null,
      until text not null,
      revision integer not null,
      created_at text not null,
      ended_at text,
      primary key (workspace_id, id),
      foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade
    )`.execute(db);
  await sql`create unique index claims_held on claims (workspace_id, spec_id) where state = 'held'`.execute(
    db,
  );
  await sql`create unique index claims_of_spec on claims (workspace_id, spec_id, fence)`.execute(db);
  await sql`create index claims_of_plan on claims (workspace_id, plan_id, id)`.execute(db);
  await sql`create index claims_by_credential on claims (workspace_id, credential_id) where state = 'held'`.execute(
    db,
  );
  await sql`create index claims_held_of_plan on claims (workspace_id, plan_id) where state = 'held'`.execute(
    db,
  );
  await sql`alter table threads add column claim_id text`.execute(db);
  await sql`create index threads_of_claim on threads (workspace_id, claim_id, id) where claim_id is not null`.execute(
    db,
  );
  await sql`create index claims_by_end on claims (workspace_id, until) where state = 'held'`.execute(db);
}
