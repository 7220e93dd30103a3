import { version } from "@groundplan/contract";
import { now } from "../ids.ts";
import type { Db } from "../storage/dialect.ts";
import { newestMigration } from "../storage/migrate.ts";
import { inSnapshot, rowsOf } from "../storage/snapshot.ts";
import { type BackupLine, type BackupSize, headOf, writeBackup } from "./backup-file.ts";
import { moduleTables, type Values } from "./module-tables.ts";

export interface BackupReport extends BackupSize {
  file: string;
  /** The backup contains everything acknowledged before this time. */
  takenAt: string;
  secrets: boolean;
}

/** Writes a snapshot of all modules' tables, one page of rows in memory at a time. */
export async function backUp(db: Db, file: string, secrets: boolean): Promise<BackupReport> {
  const takenAt = now();
  const about = headOf({ version, migration: newestMigration, takenAt, secrets });
  const written = await inSnapshot(db, (snapshot) => writeBackup(file, about, pages(snapshot, secrets)));
  return { file, ...written, takenAt, secrets };
}

async function* pages(snapshot: Db, secrets: boolean): AsyncGenerator<BackupLine[]> {
  for (const [table, treatment] of moduleTables) {
    if (treatment === "left out" || (treatment === "secret" && !secrets)) continue;
    const other = typeof treatment === "object" && !secrets ? treatment.keptWith : {};
    const othersOf = (row: Values): Values => (typeof other === "function" ? other(row) : other);
    let isFirst = true;
    for await (const rows of rowsOf(snapshot, table)) {
      if (isFirst) yield [{ table, columns: Object.keys(rows[0] ?? {}) }];
      isFirst = false;
      yield rows.map((row) => Object.values<Held>({ ...row, ...othersOf(row as Values) }).map(inBackup));
    }
  }
}

type Held = string | number | null | Uint8Array;

/** Encodes bytes as base64. */
const inBackup = (value: Held) =>
  value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
