import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { plannedEachTime } from "./dialect.ts";
import type { Tables } from "./tables.ts";

const bigint = 20;
pg.types.setTypeParser(bigint, Number);

const namesKept = 500;
/** A multi-row insert: its text depends on the row count, and few recur. */
const manyRows = /^insert [^;]*\) values \([^)]*\), \(/;

/**
 * Names statements, so that PostgreSQL plans each once per connection; Kysely's unnamed ones read at a
 * quarter of the speed or less. Beyond the limit statements stay unnamed.
 */
class NamingClient extends pg.Client {
  static readonly #names = new Map<string, string>();

  static nameOf(text: string): string | undefined {
    let name = NamingClient.#names.get(text);
    if (!name && (manyRows.test(text) || text.includes(plannedEachTime))) return undefined;
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
  // The connection would wait forever; the pool discards ending ones.
  if (answer instanceof Promise) answer.catch((error) => isTimeout(error) && void this.end());
  return answer;
} as typeof plainQuery;

/**
 * Milliseconds after which an unresponsive server counts as down (503). The server ends its own waiting
 * statements earlier and releases a vanished client's locks.
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

/** The advisory lock under which a restore fills a database. */
export const restoreLock = 4502;

/**
 * Waits during a restore, which takes the lock before looking for other connections: each is either seen or
 * waits here.
 */
const waitForRestore = async (client: pg.ClientBase): Promise<void> => {
  await client.query(`select pg_advisory_xact_lock_shared(${restoreLock})`);
};

/**
 * Opens a connection pool. With `read` it is read-only, and one connection stays open, by which a restore
 * notices the service.
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
  // The running query reports a broken connection; the pool replaces it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) };
}
