import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";

/** One fresh database: what a process needs to open it, and its end. */
export interface TestDatabase {
  env: Record<string, string>;
  drop(): Promise<void>;
}

/** Every test of anything that queries runs on both, by one loop: `describe.each(databases)`. */
export const databases = [
  { database: "SQLite", create: createSqlite },
  { database: "PostgreSQL", create: createPostgres },
];

async function createSqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "groundplan-"));
  return {
    env: { GROUNDPLAN_DATA_DIR: folder },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function createPostgres(): Promise<TestDatabase> {
  const { env, drop } = await createSqlite();
  const server = inject("postgresUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    env: { ...env, DATABASE_URL: url.href },
    drop: async () => {
      await onServer(server, `drop database ${name} with (force)`);
      await drop();
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
