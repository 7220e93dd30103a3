import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseAt, onServer, type PostgresServer } from "../../server/test/postgres-server.ts";

/** The service's databases, each a Playwright project of this name. */
export const databases = ["SQLite", "PostgreSQL"] as const;
export type DatabaseName = (typeof databases)[number];

/** An empty database with a folder, for one service. */
export interface EmptyDatabase {
  folder: string;
  /** The settings for a service to open it. */
  env: Record<string, string>;
  /** Runs an SQL statement from outside the service. */
  run(statement: string): Promise<void>;
  /** Removes the database and its folder once unused. */
  drop(): Promise<void>;
}

/** Creates a database on the server, or an SQLite file if there is none. */
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
