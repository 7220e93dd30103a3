import type { TestProject } from "vitest/node";
import setup from "../server/test/postgres.ts";
import { databaseAt, onServer, type PostgresServer } from "../server/test/postgres-server.ts";

/** Creates a fresh database in a new PostgreSQL, or in the one of `TEST_DATABASE_URL`. */
export async function withPostgres<T>(use: (databaseUrl: string) => Promise<T>): Promise<T> {
  let address = "";
  const provide = (name: string, value: string) => {
    if (name === "postgresAddress") address = value;
  };
  process.umask(0o022); // The database's own user must read the files; opening data had prevented it.
  const stop = await setup({ provide } as unknown as TestProject);
  try {
    const { url } = (await (await fetch(address)).json()) as PostgresServer;
    const name = `bench_${process.pid}`;
    await onServer(url, `create database ${name}`);
    try {
      return await use(databaseAt(url, name));
    } finally {
      await onServer(url, `drop database if exists ${name} with (force)`);
    }
  } finally {
    await stop();
  }
}
