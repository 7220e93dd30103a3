import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { plannedAnew } from "./dialect.ts";
import type { Tables } from "./tables.ts";

const bigint = 20;
pg.types.setTypeParser(bigint, Number);

const namesKept = 500;
/** Matches an insert of several rows: each number of rows is a text of its own, and few come back. */
const manyRows = /^insert [^;]*\) values \([^)]*\), \(/;

/**
 * A client that sends statements under a name, so that PostgreSQL plans each once per connection: Kysely names none,
 * which costs four to six times the reads per second. Past the limit a statement goes unnamed.
 */
class NamingClient extends pg.Client {
  static readonly #names = new Map<string, string>();

  static nameOf(text: string): string | undefined {
    let name = NamingClient.#names.get(text);
    if (!name && (manyRows.test(text) || text.includes(plannedAnew))) return undefined;
    if (!name && NamingClient.#names.size < namesKept) {
      name = `s${NamingClient.#names.size}`;
      NamingClient.#names.set(text, name);
    }
    return name;
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.message === "Query read timeout";

const plainQuery = pg.Client.prototype.query;
NamingClient.prototype.query = function query(this: pg.Client, ...parameters: unknown[]) {
  const [text, values] = parameters;
  const name = typeof text === "string" && Array.isArray(values) ? NamingClient.nameOf(text) : undefined;
  const answer: unknown = Reflect.apply(plainQuery, this, name ? [{ name, text, values }] : parameters);
  // The connection would wait for the answer for ever; the pool doesn't hand out one that is ending.
  if (answer instanceof Promise) answer.catch((error) => isTimeout(error) && void this.end());
  return answer;
} as typeof plainQuery;

/**
 * The milliseconds after which a silent server counts as gone: its requests answer 503. The server itself ends
 * statements that wait for longer, and releases the locks of a client that vanished in a transaction.
 */
const limits = {
  read: { query: 5000, statement: 4500 },
  write: { query: 30_000, statement: 25_000 },
};

const optionsOf = (mode: "read" | "write") => ({
  query_timeout: limits[mode].query,
  options: [
    `-c statement_timeout=${limits[mode].statement}`,
    "-c idle_in_transaction_session_timeout=25s",
    ...(mode === "read" ? ["-c default_transaction_read_only=on"] : []),
  ].join(" "),
});

/** The number of the lock under which a restore fills a database. */
export const restoreLock = 4502;

/**
 * Waits as long as a restore is under way. A restore takes the lock before it looks for other connections, so that each
 * of them was either there before and is seen, or waits here.
 */
const waitForRestore = async (client: pg.ClientBase): Promise<void> => {
  await client.query(`select pg_advisory_xact_lock_shared(${restoreLock})`);
};

/**
 * Opens a pool of connections; with `read` they can't write, and one stays open however idle the service is: by it a
 * restore sees that the database is served.
 */
export function openPostgres(
  url: string,
  mode: "read" | "write" | "migrate",
  size: number,
): { pool: pg.Pool; db: Kysely<Tables> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    min: mode === "read" ? 1 : 0,
    onConnect: waitForRestore,
    Client: NamingClient,
    connectionTimeoutMillis: 5000,
    ...(mode === "migrate" ? {} : optionsOf(mode)),
  });
  // A broken connection is reported by the query that was running on it; the pool replaces it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) };
}
