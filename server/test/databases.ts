import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { inject } from "vitest";
import { migrate } from "../src/storage/migrate.ts";
import { openSqlite } from "../src/storage/sqlite.ts";
import { type MadePerson, makeFirstPeople } from "./first-people.ts";
import { requireNoSecretsIn, requireNoSecretsInPostgres, requireNoSecretsInSqlite } from "./no-secrets.ts";
import { databaseAt, onServer, type PostgresServer } from "./postgres-server.ts";

/** A fresh database: its settings and a drop function that fails on plaintext secrets. */
export interface TestDatabase {
  env: Record<string, string>;
  people: readonly MadePerson[];
  drop(): Promise<void>;
}

/**
 * A database's initial state. *With people* adds the same people in all databases of a test file; *empty, on
 * disk* is for tests that kill the writing process.
 */
export type Beginning = "migrated" | "with people" | "empty" | "empty, on disk";

/** Both databases, for `describe.each(databases)`: every test of code that queries runs on both. */
export const databases = [
  { database: "SQLite", create: createSqlite },
  { database: "PostgreSQL", create: createPostgres },
];

async function createSqlite(beginning: Beginning = "migrated"): Promise<TestDatabase> {
  const { folder, env, drop } = createFolder(beginning);
  const { bytes, people } = await fileTemplate(beginning);
  if (bytes) writeFileSync(fileIn(folder), bytes, { mode: 0o600 });
  return {
    env,
    people,
    drop: async () => {
      if (existsSync(fileIn(folder))) requireNoSecretsInSqlite(fileIn(folder));
      await drop();
    },
  };
}

async function createPostgres(beginning: Beginning = "migrated"): Promise<TestDatabase> {
  if (beginning === "empty" || beginning === "empty, on disk") return createOnServer(beginning, "");
  server ??= findServer();
  const { url, template } = await server;
  if (beginning === "migrated") return createOnServer(beginning, copyOf(template));
  serverTemplate ??= addPeople(url, template, `${template}_${process.pid}`);
  const { name, people } = await serverTemplate;
  return { ...(await createOnServer(beginning, copyOf(name))), people };
}

const copyOf = (template: string) => ` template ${template} strategy file_copy`;

let serverTemplate: Promise<{ name: string; people: readonly MadePerson[] }> | null = null;

/** Creates a template with people; the server's teardown drops it. */
async function addPeople(url: string, template: string, name: string) {
  await onServer(url, `create database ${name}${copyOf(template)}`);
  const { env, drop } = createFolder("migrated");
  const people = await makeFirstPeople({ ...env, DATABASE_URL: databaseAt(url, name) });
  await drop();
  return { name, people };
}

/**
 * Returns a PostgreSQL database with language collation, as in most installations; the others sort by bytes.
 */
export const createSortedAsLanguage = (): Promise<TestDatabase> =>
  createOnServer("empty", " template template0 locale_provider icu icu_locale 'en-US'");

async function createOnServer(beginning: Beginning, options: string): Promise<TestDatabase> {
  const { env, drop } = createFolder(beginning);
  server ??= findServer();
  const { url } = await server;
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(url, `create database ${name}${options}`);
  return {
    env: { ...env, DATABASE_URL: databaseAt(url, name) },
    people: [],
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
    people: [],
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

interface FileTemplate {
  bytes: Buffer | null;
  people: readonly MadePerson[];
}

const fileTemplates = new Map<Beginning, Promise<FileTemplate>>();

function fileTemplate(beginning: Beginning): Promise<FileTemplate> {
  const known = fileTemplates.get(beginning) ?? makeFileTemplate(beginning);
  fileTemplates.set(beginning, known);
  return known;
}

async function makeFileTemplate(beginning: Beginning): Promise<FileTemplate> {
  if (beginning === "empty" || beginning === "empty, on disk") return { bytes: null, people: [] };
  const { folder, env, drop } = createFolder("migrated");
  const { db } = openSqlite(fileIn(folder), "write");
  await migrate(db);
  await db.destroy();
  const people = beginning === "with people" ? await makeFirstPeople(env) : [];
  const file = new Database(fileIn(folder));
  file.pragma("wal_checkpoint(truncate)"); // Merges the writer's log into the file.
  file.close();
  const bytes = readFileSync(fileIn(folder));
  await drop();
  return { bytes, people };
}

const fileIn = (folder: string) => join(folder, "groundplan.db");
