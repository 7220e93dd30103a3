import { type Kysely, sql } from "kysely";

/** Adds browsers with earlier sign-ins, which guesses from elsewhere can't lock out. */
export async function knownBrowsers(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table known_browsers (browser_hash text not null, user_id text not null references users (id) on delete cascade,
    seen_at text not null, primary key (browser_hash, user_id))`,
  "create index known_browsers_user on known_browsers (user_id)",
  "create index known_browsers_seen on known_browsers (seen_at)",
];
