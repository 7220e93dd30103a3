import { sql } from "kysely";
import { type Db, isPostgres, sqliteOf } from "./dialect.ts";
import type { Tables } from "./tables.ts";

/** Reads a consistent snapshot, as of the first query, while others write. */
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

/** Rows in memory at once. Most long texts have up to a quarter of a megabyte. */
const rowsAtOnce = 100;
/** Page sizes for tables whose rows are mostly that long. */
const longRows: { readonly [T in keyof Tables]?: number } = { file_pieces: 4, context_texts: 8 };

/**
 * Yields a table's rows in pages; in physical order without order columns. On SQLite, read to the end before
 * any other query of the snapshot.
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
