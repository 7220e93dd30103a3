import pg from "pg";

export interface PostgresServer {
  url: string;
  /** A template database with the current schema. */
  template: string;
}

export function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Connections for statements about whole databases, by address: opening one costs as much as most of these.
 */
const pools = new Map<string, pg.Pool>();

export async function onServer(url: string, statement: string): Promise<void> {
  const pool = pools.get(url) ?? new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true });
  if (!pools.has(url)) pool.on("error", () => {}); // The server may end before this process.
  pools.set(url, pool);
  await pool.query(statement);
}

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
