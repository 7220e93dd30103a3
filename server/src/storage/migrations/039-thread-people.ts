import { type Kysely, sql } from "kysely";

/** Counts comments by thread and author, so that notifying doesn't read them. */
export async function threadPeople(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table thread_people (workspace_id text not null, thread_id text not null, user_id text not null,
    comments integer not null, primary key (workspace_id, thread_id, user_id),
    foreign key (workspace_id, thread_id) references threads (workspace_id, id) on delete cascade)`,
  `insert into thread_people (workspace_id, thread_id, user_id, comments)
    select workspace_id, thread_id, author_user_id, count(*) from comments where deleted_at is null
    group by workspace_id, thread_id, author_user_id`,
];
