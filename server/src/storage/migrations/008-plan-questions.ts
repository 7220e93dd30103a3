import { type Kysely, sql } from "kysely";
import { newId } from "../../ids.ts";

/** Records open questions in plan descriptions, and regrades all texts. */
export async function planQuestions(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plans add column has_open_questions integer not null default 0`.execute(db);
  await gradeAgain(db);
}

/**
 * Enqueues the regrading of all plans and specs, if any, for migrations of releases that change the rubric
 * (which lies above the storage layer).
 */
export async function gradeAgain<T>(db: Kysely<T>): Promise<void> {
  const at = new Date().toISOString();
  await sql`insert into jobs (id, kind, dedupe_key, payload, state, run_at, attempts, fence, created_at)
    select ${newId()}, 'specs.grade', 'specs.grade', '{}', 'waiting', ${at}, 0, 0, ${at}
    where exists (select 1 from plans)
      and not exists (select 1 from jobs where dedupe_key = 'specs.grade' and state in ('waiting', 'running'))`.execute(
    db,
  );
}
