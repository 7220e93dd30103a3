import { sql } from "kysely";
import type { Db } from "./dialect.ts";

/** A row of SQLite's index; FTS5 splits its terms at spaces. */
export interface TermsRow {
  rowid: number;
  terms: string;
}

/** A savepoint of the deferred rows. */
interface Mark {
  rows: number;
  written: number;
}

/** Index rows that a batch of commands writes together. */
export interface DeferredTerms {
  defer(rows: readonly TermsRow[]): Promise<void>;
  mark(): Mark;
  rollBackTo(mark: Mark): void;
  /** Writes the rows. Required before reading the index within the transaction. */
  write(): Promise<void>;
  /** Drops all rows, at the end of a transaction. */
  clear(): void;
}

const ofDatabases = new WeakMap<Db, DeferredTerms>();

/** Returns the current batch's deferred rows; undefined if its transactions have no batches. */
export const deferredTermsOf = (db: Db): DeferredTerms | undefined => ofDatabases.get(db);

/** UTF-16 units of deferred texts above which they are flushed. */
const mostUnits = 1024 * 1024;
/** Rows per statement. */
const rowsOfStatement = 500;

/**
 * Defers index rows to the end of a batch: FTS5 writes and later merges a segment per savepoint, so a segment
 * per command would cost twice the pages.
 */
export function deferTerms(db: Db): DeferredTerms {
  const rows: TermsRow[] = [];
  let written = 0;
  let units = 0;
  const write = async () => {
    while (written < rows.length) {
      const some = rows.slice(written, written + rowsOfStatement);
      await insertTerms(db, some);
      written += some.length;
    }
    units = 0;
  };
  const deferred: DeferredTerms = {
    async defer(added) {
      rows.push(...added);
      for (const { terms } of added) units += terms.length;
      if (units > mostUnits) await write();
    },
    mark: () => ({ rows: rows.length, written }),
    rollBackTo(mark) {
      rows.length = mark.rows;
      // Rows of earlier commands flushed by this one were rolled back with it.
      written = mark.written;
    },
    write,
    clear() {
      rows.length = written = units = 0;
    },
  };
  ofDatabases.set(db, deferred);
  return deferred;
}

/** Inserts rows into SQLite's index in one statement. */
export async function insertTerms(db: Db, rows: readonly TermsRow[]): Promise<void> {
  await sql`insert into search_terms (rowid, terms) values ${sql.join(
    rows.map(({ rowid, terms }) => sql`(${rowid}, ${terms})`),
  )}`.execute(db);
}
