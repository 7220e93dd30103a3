import { type Kysely, sql } from "kysely";

/** Adds the policy of workspaces and projects, and the specs that wait for a reviewer's pass. */
export async function evidencePolicy(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table workspaces add column evidence_policy text not null default 'off'",
  "alter table workspaces add column reviewer_policy text not null default 'anyone'",
  "alter table projects add column evidence_policy text",
  "alter table projects add column reviewer_policy text",
  "alter table specs add column awaits_review integer not null default 0",
  "alter table deleted_specs add column awaits_review integer not null default 0",
  // The newest evidence of each author for a criterion's words is found in the index alone.
  "drop index evidence_of_words",
  `create index evidence_of_words on evidence
    (workspace_id, spec_id, words_hash, user_id, in_session, id)`,
  `create index specs_awaiting_review on specs (workspace_id, plan_id, position, id)
    where awaits_review = 1`,
];
