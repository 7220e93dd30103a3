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

/** The connections for statements about whole databases, by their address: opening one costs as much as most of these. */
const pools = new Map<string, pg.Pool>();

/** Runs one statement on a connection that stays open for the next one. */
export async function onServer(url: string, statement: string): Promise<void> {
  const pool = pools.get(url) ?? new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true });
  if (!pools.has(url)) pool.on("error", () => {}); // The server may end before this process does.
  pools.set(url, pool);
  await pool.query(statement);
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
