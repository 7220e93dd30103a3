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

const plainQuery = pg.Client.prototype.query;
NamingClient.prototype.query = function query(this: pg.Client, ...parameters: unknown[]) {
  const [text, values] = parameters;
  const name = typeof text === "string" && Array.isArray(values) ? NamingClient.nameOf(text) : undefined;
  return Reflect.apply(plainQuery, this, name ? [{ name, text, values }] : parameters);
} as typeof plainQuery;

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
    ...(mode === "read" ? { options: "-c default_transaction_read_only=on" } : {}),
  });
  // A connection that broke is reported by the query that was at work on it; the pool replaces it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) };
}
