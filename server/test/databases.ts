import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { migrate } from "../src/storage/migrate.ts";
import { openSqlite } from "../src/storage/sqlite.ts";
import { requireNoSecretsIn, requireNoSecretsInPostgres, requireNoSecretsInSqlite } from "./no-secrets.ts";
import { databaseAt, onServer, type PostgresServer } from "./postgres-server.ts";

/**
 * A fresh database: the settings with which a process opens it, and the function that drops it, which fails where a
 * secret lies in the clear in a row or in a file of the data folder.
 */
export interface TestDatabase {
  env: Record<string, string>;
  drop(): Promise<void>;
}

/**
 * The initial state of a database: with its schema up to date; empty, as at the first start of a service; or empty with
 * its files on a disk, for tests that kill the process which writes them.
 */
export type Beginning = "migrated" | "empty" | "empty, on disk";

/** The databases. Every test of code that queries runs on both, by one loop: `describe.each(databases)`. */
export const databases = [
  { database: "SQLite", create: createSqlite },
  { database: "PostgreSQL", create: createPostgres },
];

async function createSqlite(beginning: Beginning = "migrated"): Promise<TestDatabase> {
  const database = createFolder(beginning);
  if (beginning === "migrated") {
    template ??= migratedFile();
    writeFileSync(fileIn(database.folder), await template, { mode: 0o600 });
  }
  const { folder, env, drop } = database;
  return {
    env,
    drop: async () => {
      if (existsSync(fileIn(folder))) requireNoSecretsInSqlite(fileIn(folder));
      await drop();
    },
  };
}

async function createPostgres(beginning: Beginning = "migrated"): Promise<TestDatabase> {
  const copy = (template: string) =>
    beginning === "migrated" ? ` template ${template} strategy file_copy` : "";
  return createOnServer(beginning, copy);
}

/**
 * Returns an empty PostgreSQL database that sorts texts as a language does, with punctuation before digits, as most
 * installations do; the others here sort them by their bytes.
 */
export const createSortedAsLanguage = (): Promise<TestDatabase> =>
  createOnServer("empty", () => " template template0 locale_provider icu icu_locale 'en-US'");

async function createOnServer(
  beginning: Beginning,
  optionsOf: (template: string) => string,
): Promise<TestDatabase> {
  const { env, drop } = createFolder(beginning);
  server ??= findServer();
  const { url, template } = await server;
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(url, `create database ${name}${optionsOf(template)}`);
  return {
    env: { ...env, DATABASE_URL: databaseAt(url, name) },
    drop: async () => {
      await requireNoSecretsInPostgres(databaseAt(url, name));
      await onServer(url, `drop database ${name} with (force)`);
      await drop();
    },
  };
}

function createFolder(beginning: Beginning): TestDatabase & { folder: string } {
  const parent = beginning === "empty, on disk" ? tmpdir() : inject("runFolder");
  const folder = mkdtempSync(join(parent, "groundplan-"));
  return {
    folder,
    env: { GROUNDPLAN_DATA_DIR: folder },
    drop: async () => {
      requireNoSecretsIn(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let server: Promise<PostgresServer> | null = null;

async function findServer(): Promise<PostgresServer> {
  const answer = await fetch(inject("postgresAddress"));
  if (!answer.ok) throw new Error(`PostgreSQL did not start: ${await answer.text()}`);
  return (await answer.json()) as PostgresServer;
}

let template: Promise<Buffer> | null = null;

async function migratedFile(): Promise<Buffer> {
  const { folder, drop } = createFolder("migrated");
  const { db } = openSqlite(fileIn(folder), "write");
  await migrate(db);
  await db.destroy();
  const bytes = readFileSync(fileIn(folder));
  await drop();
  return bytes;
}

const fileIn = (folder: string) => join(folder, "groundplan.db");
