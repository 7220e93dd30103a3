import { type Kysely, sql } from "kysely";

/** Makes threads questions, and counts the open blocking ones of each spec. */
export async function questions(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table threads add column kind text not null default 'comment'",
  "alter table threads add column blocking integer not null default 0",
  "alter table threads add column options text not null default '[]'",
  "alter table threads add column answer_comment_id text",
  "alter table threads add column answer_option integer",
  "alter table threads add column credential_id text",
  "create index threads_questions on threads (workspace_id, id) where kind = 'question'",
  "create index threads_questions_state on threads (workspace_id, state, id) where kind = 'question'",
  "create index threads_blocking on threads (workspace_id, document_id, id) where blocking = 1 and state = 'open'",
  "alter table specs add column open_questions integer not null default 0",
  "alter table deleted_specs add column open_questions integer not null default 0",
];
