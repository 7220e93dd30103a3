import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseAt, onServer, type PostgresServer } from "../../server/test/postgres-server.ts";

/** Each is a Playwright project. */
export const databases = ["SQLite", "PostgreSQL"] as const;
export type DatabaseName = (typeof databases)[number];

/** A database and a folder for one service. */
export interface EmptyDatabase {
  folder: string;
  /** The service's settings for it. */
  env: Record<string, string>;
  /** Runs SQL beside the service. */
  run(statement: string): Promise<void>;
  drop(): Promise<void>;
}

/** Uses SQLite without a server. */
export async function createDatabase(server: PostgresServer | null): Promise<EmptyDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "groundplan-console-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const env = { GROUNDPLAN_DATA_DIR: folder };
  if (server === null)
    return {
      folder,
      env,
      run: async (statement) => {
        const db = new DatabaseSync(join(folder, "groundplan.db"), { timeout: 5000 });
        db.exec(statement);
        db.close();
      },
      drop: async () => removeFolder(),
    };
  const name = `console_${randomBytes(8).toString("hex")}`;
  const url = databaseAt(server.url, name);
  await onServer(server.url, `create database ${name} template ${server.template} strategy file_copy`);
  return {
    folder,
    env: { ...env, DATABASE_URL: url },
    run: (statement) => onServer(url, statement),
    drop: async () => {
      await onServer(server.url, `drop database ${name} with (force)`);
      removeFolder();
    },
  };
}
