import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { checksumOk } from "../src/modules/identity/key-format.ts";

/**
 * Matches what may lie nowhere in the clear: our keys, tokens, sessions and links, the password of people in tests, and
 * the credentials of the trackers' stand-ins and of the issuer.
 */
const known =
  "(psk|plan_[a-z]+)_[0-9A-Za-z_-]{40}|correct horse battery|lin_api_(planner|member|readonly)|token-of-(planner|reader)|a secret between the service";
/** Secrets of no form of our own that a test was told: an app's secret, a device's codes. */
const told = new Set<string>();

/** Has every text searched from now on for a secret that a test was told, in whatever test it was. */
export function neverInTheClear(...secrets: unknown[]): void {
  for (const secret of secrets) {
    if (typeof secret !== "string" || !/^[\w-]{8,}$/.test(secret)) throw new Error(`no secret: ${secret}`);
    told.add(secret);
  }
}

const pattern = () => [known, ...told].join("|");
const secret = () => new RegExp(pattern());

/** Throws where a text holds a secret in the clear. */
export function requireNoSecrets(where: string, text: string): void {
  const found = secret().exec(text);
  if (found) throw new Error(`A secret lies in the clear in ${where}: ${found[0].slice(0, 12)}…`);
}

/**
 * Throws where a file of a folder holds a secret in the clear. A database's file has its values side by side, and those
 * of deleted rows, too: there only what has the right checksum counts, since the visible beginning of a key may lie
 * beside its hash.
 */
export function requireNoSecretsIn(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (!statSync(path).isFile()) continue;
    const text = readFileSync(path, "latin1");
    if (!name.includes(".db")) requireNoSecrets(name, text);
    for (const [found] of text.matchAll(/(?:psk|plan_[a-z]+)_[0-9A-Za-z]{42}|correct horse battery/g))
      if (!found.includes("_") || checksumOk(found)) requireNoSecrets(name, found);
  }
}

/** Throws where any column of any row of an SQLite database holds one: long texts lie in several parts of the file. */
export function requireNoSecretsInSqlite(file: string): void {
  const db = new Database(file, { readonly: true });
  const matches = secret();
  try {
    db.function("is_secret", (value) =>
      Number(
        matches.test(value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)),
      ),
    );
    const columns = db
      .prepare<[], { name: string; columns: string }>(
        `select master.name, group_concat(info.name) as columns from sqlite_master as master
          join pragma_table_info(master.name) as info where master.type = 'table' group by master.name`,
      )
      .all();
    for (const { name, columns: all } of columns) {
      const tests = all.split(",").map((column) => `is_secret("${column}")`);
      const found = db.prepare(`select 1 from "${name}" where ${tests.join(" or ")} limit 1`).get();
      if (found) throw new Error(`A secret lies in the clear in the table ${name}.`);
    }
  } catch (error) {
    // Some tests put a file there that is none; it is searched as a file.
    if ((error as { code?: unknown }).code !== "SQLITE_NOTADB") throw error;
  } finally {
    db.close();
  }
}

/** Throws the same for a PostgreSQL database. */
export async function requireNoSecretsInPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // A statement over all tables takes longer to plan than to run, and most tables of a world have no page.
    const { rows: tables } = await client.query<{ name: string; test: string }>(
      `select relname as name, concat_ws(' or ', format('(%I.*)::text ~ $1', relname), (
          select string_agg(format('encode(%I, ''escape'') ~ $1', attname), ' or ') from pg_attribute
            where attrelid = pg_class.oid and atttypid = 'bytea'::regtype and attnum > 0 and not attisdropped)) as test
        from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`,
    );
    const found = tables.map(
      ({ name, test }) => `select '${name}' as name where exists (select from "${name}" where ${test})`,
    );
    if (found.length === 0) return;
    const { rows } = await client.query<{ name: string }>(found.join(" union all "), [pattern()]);
    if (rows[0]) throw new Error(`A secret lies in the clear in the table ${rows[0].name}.`);
  } finally {
    await client.end();
  }
}
