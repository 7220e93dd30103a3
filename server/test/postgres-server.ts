import pg from "pg";

/** The PostgreSQL of a run. */
export interface PostgresServer {
  url: string;
  /** The name of a database whose schema is up to date, as a template. */
  template: string;
}

/** Returns the address of another database of the same server. */
export function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on a connection of its own. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Drops the databases whose names begin like this. */
export async function dropDatabases(url: string, beginning: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [beginning],
    );
    for (const { name } of rows) await client.query(`drop database ${name}`);
  } finally {
    await client.end();
  }
}
