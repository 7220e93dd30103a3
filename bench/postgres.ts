import type { TestProject } from "vitest/node";
import { openPostgres } from "../server/src/storage/postgres.ts";
import startPostgres from "../server/test/postgres.ts";

/** A PostgreSQL of the run's own, or the one that `TEST_DATABASE_URL` names, and a fresh database in it. */
export async function withPostgres<T>(use: (databaseUrl: string) => Promise<T>): Promise<T> {
  let server = process.env.TEST_DATABASE_URL ?? "";
  const provide = (_name: string, url: string) => {
    server = url;
  };
  process.umask(0o022); // The database's own user reads what is made for it; opening data had shut others out.
  const stop = await startPostgres({ provide } as unknown as TestProject);
  const name = `bench_${process.pid}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    await onServer(server, `create database ${name}`);
    return await use(url.href);
  } finally {
    await onServer(server, `drop database if exists ${name} with (force)`);
    await stop();
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const { pool, db } = openPostgres(url, "write", 1);
  try {
    await pool.query(statement);
  } finally {
    await db.destroy();
  }
}
