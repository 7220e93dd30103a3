import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Tables } from "./tables.ts";

const bigint = 20;
pg.types.setTypeParser(bigint, Number);

const namesKept = 500;
/** An insert of several rows: each number of rows is a text of its own, and few come back. */
const manyRows = /^insert [^;]*\) values \([^)]*\), \(/;

/**
 * Sends statements under a name, so that PostgreSQL plans each once per connection: Kysely names none, which
 * costs four to six times the reads per second. Past the limit a statement goes unnamed.
 */
class NamingClient extends pg.Client {
  static readonly #names = new Map<string, string>();

  static nameOf(text: string): string | undefined {
    if (manyRows.test(text)) return undefined;
    let name = NamingClient.#names.get(text);
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
  // Its connection would wait for the answer for ever; one that is ending the pool does not hand out again.
  if (answer instanceof Promise) answer.catch((error) => isTimeout(error) && void this.end());
  return answer;
} as typeof plainQuery;

/** Milliseconds after which a server that says nothing counts as gone: its requests answer 503. */
const queryTimeout = 30_000;

/** The server ends first what takes as long, and gives back the locks of a client that vanished in a transaction. */
const bounds = ["-c statement_timeout=25s", "-c idle_in_transaction_session_timeout=25s"];

/** A pool of connections; `readOnly` ones can't write. */
export function openPostgres(
  url: string,
  mode: "read" | "write" | "migrate",
  size: number,
): { pool: pg.Pool; db: Kysely<Tables> } {
  const readOnly = mode === "read" ? ["-c default_transaction_read_only=on"] : [];
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    Client: NamingClient,
    connectionTimeoutMillis: 5000,
    ...(mode === "migrate"
      ? {}
      : { query_timeout: queryTimeout, options: [...bounds, ...readOnly].join(" ") }),
  });
  // A connection that broke is reported by the query that was at work on it; the pool replaces it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) };
}
