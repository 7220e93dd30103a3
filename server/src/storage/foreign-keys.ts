import { type Kysely, sql } from "kysely";
import { isPostgres } from "./dialect.ts";

/**
 * Writes rows in any order and checks foreign keys at the end of the transaction. On SQLite the connection
 * must not enforce them itself (`openSqlite`).
 */
export async function checkedAtTheEnd<T>(db: Kysely<T>, write: () => Promise<void>): Promise<void> {
  if (!isPostgres(db)) {
    await write();
    const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
    if (rows[0]) throw new ForeignKeyError(rows[0].table);
    return;
  }
  const keys = await foreignKeysOf(db);
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
  await write();
  for (const { table, name, definition } of keys) {
    const add = sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`;
    await add.execute(db).catch((error) => {
      throw error.code === violated ? new ForeignKeyError(table) : error;
    });
  }
}

const violated = "23503";

/** A dangling foreign key. Its message is part of a sentence. */
export class ForeignKeyError extends Error {
  constructor(table: string) {
    super(`a foreign key of ${table} leads nowhere`);
  }
}

async function foreignKeysOf<T>(db: Kysely<T>) {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and relnamespace = current_schema()::regnamespace`.execute(db);
  return rows;
}
