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
