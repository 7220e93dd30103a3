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
  // Its connection would wait for the answer for ever, and the pool would hand it out again.
  if (answer instanceof Promise)
    answer.catch((error) => isTimeout(error) && this.connection.stream.destroy());
  return answer;
} as typeof plainQuery;

/** Milliseconds after which a server that says nothing counts as gone: its requests answer 503. */
const queryTimeout = 30_000;

/** A pool of connections; `readOnly` ones can't write. */
export function openPostgres(
  url: string,
  mode: "read" | "write",
  size: number,
): { pool: pg.Pool; db: Kysely<Tables> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    Client: NamingClient,
    connectionTimeoutMillis: 5000,
    query_timeout: queryTimeout,
    ...(mode === "read" ? { options: "-c default_transaction_read_only=on" } : {}),
  });
  // A connection that broke is reported by the query that was at work on it; the pool replaces it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) };
}
