import { sql } from "kysely";
import { type Db, isPostgres, sqliteOf } from "./dialect.ts";
import type { Tables } from "./tables.ts";

/**
 * Reads the database as it is at one moment, while others go on to write. The moment is that of the first query, and no
 * query of it changes anything.
 */
export async function inSnapshot<T>(db: Db, use: (snapshot: Db) => Promise<T>): Promise<T> {
  if (!isPostgres(db)) return inTransaction(db, "begin", use);
  return db
    .connection()
    .execute((connection) =>
      inTransaction(connection, "begin isolation level repeatable read read only", use),
    );
}

async function inTransaction<T>(db: Db, begin: string, use: (db: Db) => Promise<T>): Promise<T> {
  await sql.raw(begin).execute(db);
  try {
    return await use(db);
  } finally {
    await sql`rollback`.execute(db);
  }
}

/** The number of rows that are in memory at once. The longest texts of a row have a quarter of a megabyte. */
const rowsAtOnce = 100;
/** The tables of which nearly every row is as long as that. */
const longRows: { readonly [T in keyof Tables]?: number } = { file_pieces: 4, context_texts: 8 };

/**
 * Yields a table's rows of a snapshot in pages, whatever their number; without columns to order by, as they lie on
 * disk. Until the last page is read, SQLite answers no other query of the snapshot.
 */
export async function* rowsOf<T extends keyof Tables>(
  snapshot: Db,
  table: T,
  orderBy: readonly (keyof Tables[T] & string)[] = [],
): AsyncGenerator<Tables[T][]> {
  const order = orderBy.length > 0 ? ` order by ${orderBy.join(", ")}` : "";
  const query = `select * from ${table}${order}`;
  const most = longRows[table] ?? rowsAtOnce;
  const raw = sqliteOf.get(snapshot);
  if (raw) {
    let page: Tables[T][] = [];
    for (const row of raw.prepare<[], Tables[T]>(query).iterate()) {
      if (page.push(row) < most) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
    return;
  }
  await sql.raw(`declare every_${table} no scroll cursor for ${query}`).execute(snapshot);
  for (;;) {
    const { rows } = await sql.raw<Tables[T]>(`fetch ${most} from every_${table}`).execute(snapshot);
    if (rows.length > 0) yield rows;
    if (rows.length < most) break;
  }
  await sql.raw(`close every_${table}`).execute(snapshot);
}
