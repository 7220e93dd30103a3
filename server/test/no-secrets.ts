import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { checksumOk } from "../src/modules/identity/key-format.ts";

/**
 * Matches secrets that must never be stored in plaintext: our own, test passwords, and stand-ins'
 * credentials.
 */
const known =
  "(psk|plan_[a-z]+)_[0-9A-Za-z_-]{40}|correct horse battery|lin_api_(planner|member|readonly)|token-of-(planner|reader)|a secret between the service";
/** Secrets without a form of our own that a test received: an app's secret, a device's codes. */
const told = new Set<string>();

export function neverInTheClear(...secrets: unknown[]): void {
  for (const secret of secrets) {
    if (typeof secret !== "string" || !/^[\w-]{8,}$/.test(secret)) throw new Error(`no secret: ${secret}`);
    told.add(secret);
  }
}

const pattern = () => [known, ...told].join("|");
const secret = () => new RegExp(pattern());

export function requireNoSecrets(where: string, text: string): void {
  const found = secret().exec(text);
  if (found) throw new Error(`A secret lies in the clear in ${where}: ${found[0].slice(0, 12)}…`);
}

/**
 * Throws if a file of a folder contains a plaintext secret. In database files only secrets with a valid
 * checksum count, since a key's prefix may adjoin its hash.
 */
export function requireNoSecretsIn(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (!statSync(path).isFile()) continue;
    for (const text of partsOf(readFileSync(path))) {
      if (!name.includes(".db")) requireNoSecrets(name, text);
      for (const [found] of text.matchAll(/(?:psk|plan_[a-z]+)_[0-9A-Za-z]{42}|correct horse battery/g))
        if (!found.includes("_") || checksumOk(found)) requireNoSecrets(name, found);
    }
  }
}

/** Bytes of a part: a long test leaves more than fit into a string. */
const longestPart = 256 * 1024 * 1024;
/** Bytes that a part has in common with the one before, more than a secret has. */
const overlap = 256;

function* partsOf(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; at += longestPart)
    yield bytes.toString("latin1", Math.max(0, at - overlap), Math.min(bytes.length, at + longestPart));
}

/** Throws if any column of an SQLite database contains one: long texts are split in the file. */
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
    // Some tests put another file there; it is searched as a file.
    if ((error as { code?: unknown }).code !== "SQLITE_NOTADB") throw error;
  } finally {
    db.close();
  }
}

export async function requireNoSecretsInPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Planning a statement over all tables takes longer than running it, and most tables are empty.
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
