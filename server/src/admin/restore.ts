import type { Kysely } from "kysely";
import type { Config } from "../config/config.ts";
import { SecretKeyError } from "../secrets/errors.ts";
import { requireKeysOf } from "../secrets/start.ts";
import type { Tx } from "../storage/dialect.ts";
import { checkedAtTheEnd } from "../storage/foreign-keys.ts";
import { applyMigrations, isMigration } from "../storage/migrate.ts";
import { AdminError } from "./admin-error.ts";
import { type BackupHead, checkBackup, newer, readBackup } from "./backup-file.ts";
import { fillEmptyDatabase, tablesIn } from "./empty-database.ts";

export interface RestoreReport extends Pick<BackupHead, "version" | "takenAt" | "secrets"> {
  file: string;
  rows: number;
}

/**
 * Fills an empty database from a backup. The schema is first that of the backup, then it is migrated as any database
 * is. The file is checked as a whole before anything is written.
 */
export async function restore(config: Config, file: string): Promise<RestoreReport> {
  const { version, migration, takenAt, secrets, rows } = await checkBackup(file);
  if (!isMigration(migration)) throw newer(file, version);
  await fillEmptyDatabase(config, async (tx) => {
    await applyMigrations(tx, migration);
    await checkedAtTheEnd(tx, () => insertRows(tx, file));
    await applyMigrations(tx);
    if (secrets) await requireKeysOf(tx, config).catch(explainKey);
  });
  return { file, version, takenAt, secrets, rows };
}

function explainKey(error: unknown): never {
  if (!(error instanceof SecretKeyError)) throw error;
  throw new AdminError(`The backup holds secrets, sealed with a key of their own. ${error.message}`);
}

const rowsPerInsert = 100;

/** Inserts the rows of a backup, whose tables are those of the schema. */
async function insertRows(tx: Tx, file: string): Promise<void> {
  const known = new Set(await tablesIn(tx));
  let at = { table: "", columns: [] as string[] };
  let waiting: Record<string, unknown>[] = [];
  const insert = async () => {
    if (waiting.length > 0) await anyTable(tx).insertInto(at.table).values(waiting).execute();
    waiting = [];
  };
  for await (const line of readBackup(file)) {
    if (Array.isArray(line)) {
      waiting.push(Object.fromEntries(at.columns.map((column, index) => [column, line[index]])));
      if (waiting.length < rowsPerInsert) continue;
    }
    await insert();
    if (!Array.isArray(line)) at = line;
    if (!known.has(at.table)) throw new AdminError(`${file} has a table that its version does not have.`);
  }
  await insert();
}

/** Returns the same transaction for tables that are named by a file. */
const anyTable = (tx: Tx) => tx as unknown as Kysely<Record<string, Record<string, unknown>>>;
