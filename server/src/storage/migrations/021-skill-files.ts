import { type Kysely, sql } from "kysely";

/** Adds the further files of skills, and an index of skills by slug. */
export async function skillFiles(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table skill_files (workspace_id text not null, skill_id text not null, path text not null,
    file_id text not null, bytes integer not null, executable integer not null,
    primary key (workspace_id, skill_id, path),
    foreign key (workspace_id, skill_id) references skills (workspace_id, id) on delete cascade)`,
  "create index skill_files_of_file on skill_files (workspace_id, file_id)",
  "create index skills_of_slug on skills (workspace_id, slug)",
];
