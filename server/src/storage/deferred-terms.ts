import { sql } from "kysely";
import type { Db } from "./dialect.ts";

/** A row of SQLite's index: its number, and the terms that FTS5 splits at spaces. */
export interface TermsRow {
  rowid: number;
  terms: string;
}

/** A state of the deferred rows to which a command is rolled back. */
interface Mark {
  rows: number;
  written: number;
}

/** The rows of the index that a batch of commands writes together. */
export interface DeferredTerms {
  defer(rows: readonly TermsRow[]): Promise<void>;
  mark(): Mark;
  rollBackTo(mark: Mark): void;
  /** Writes the rows; whoever reads the index within the transaction needs this first. */
  write(): Promise<void>;
  /** Forgets all rows, at the end of a transaction. */
  clear(): void;
}

const ofDatabases = new WeakMap<Db, DeferredTerms>();

/** Returns what the current batch of a database defers; undefined if its transactions have no batches. */
export const deferredTermsOf = (db: Db): DeferredTerms | undefined => ofDatabases.get(db);

/** The length of the deferred texts, in UTF-16 units, above which they are written at once. */
const mostUnits = 1024 * 1024;
/** The number of rows that one statement writes. */
const rowsOfStatement = 500;

/**
 * Has rows of the index written at the end of a batch: FTS5 writes a segment at each savepoint and merges these later,
 * so that a command with a segment of its own costs twice the pages.
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
      // The rows of earlier commands that this one wrote were rolled back with it.
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

/** Writes rows into SQLite's index by one statement. */
export async function insertTerms(db: Db, rows: readonly TermsRow[]): Promise<void> {
  await sql`insert into search_terms (rowid, terms) values ${sql.join(
    rows.map(({ rowid, terms }) => sql`(${rowid}, ${terms})`),
  )}`.execute(db);
}
