import type { Config } from "../config/config.ts";
import { damagedFiles } from "../files/check-files.ts";
import { failRestoredRuns } from "../modules/runs/fail-restored.ts";
import { SecretKeyError } from "../secrets/errors.ts";
import { requireKeysOf } from "../secrets/start.ts";
import { checkedAtTheEnd } from "../storage/foreign-keys.ts";
import { applyMigrations, isMigration } from "../storage/migrate.ts";
import { AdminError } from "./admin-error.ts";
import { type BackupHead, checkBackup, newer } from "./backup-file.ts";
import { fillEmptyDatabase } from "./empty-database.ts";
import { insertRows } from "./insert-rows.ts";
import { explainMisfit, MisfitError } from "./misfit.ts";

export interface RestoreReport extends Pick<BackupHead, "version" | "takenAt" | "secrets"> {
  file: string;
  rows: number;
}

/**
 * Fills an empty database from a backup: at the backup's schema version first, then migrated. The whole file
 * is verified before anything is written.
 */
export async function restore(config: Config, file: string): Promise<RestoreReport> {
  const { version, migration, takenAt, secrets, rows } = await checkBackup(file);
  if (!isMigration(migration)) throw newer(file, version);
  await fillEmptyDatabase(config, async (tx) => {
    await applyMigrations(tx, migration);
    try {
      await checkedAtTheEnd(tx, () => insertRows(tx, file));
      await applyMigrations(tx);
      await failRestoredRuns(tx);
      for await (const id of damagedFiles(tx))
        throw new MisfitError(`the file ${id} is not what its hash says`);
    } catch (error) {
      throw explainMisfit(file, error);
    }
    if (secrets) await requireKeysOf(tx, config).catch(explainKey);
  });
  return { file, version, takenAt, secrets, rows };
}

function explainKey(error: unknown): never {
  if (!(error instanceof SecretKeyError)) throw error;
  throw new AdminError(`The backup holds secrets, sealed with a key of their own. ${error.message}`);
}
