import { sql } from "kysely";
import { type Db, isPostgres } from "./dialect.ts";
import { rowsOf } from "./snapshot.ts";
import type { Tables } from "./tables.ts";

/**
 * Returns the database's own findings as messages: damaged pages and indexes on SQLite, unreadable rows on
 * PostgreSQL, dangling foreign keys on both.
 */
export async function integrityProblems(db: Db, tables: readonly (keyof Tables)[]): Promise<string[]> {
  return isPostgres(db) ? postgresProblems(db, tables) : sqliteProblems(db);
}

async function sqliteProblems(db: Db): Promise<string[]> {
  const found = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const damages = found.rows.map((row) => row.integrity_check).filter((damage) => damage !== "ok");
  const violations = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db);
  return [
    ...damages.map((damage) => `SQLite finds damage: ${damage}.`),
    ...new Set(violations.rows.map(({ table, parent }) => leadsNowhere(table, parent))),
  ];
}

async function postgresProblems(db: Db, tables: readonly (keyof Tables)[]): Promise<string[]> {
  for (const table of tables) for await (const _ of rowsOf(db, table));
  const problems: string[] = [];
  for (const { table, parent, columns, parents } of await foreignKeys(db)) {
    const pairs = columns.map(
      (column, index) => sql`here.${sql.ref(column)} = there.${sql.ref(parents[index] ?? "")}`,
    );
    const isSet = columns.map((column) => sql`here.${sql.ref(column)} is not null`);
    const dangling = await sql`select 1 from ${sql.table(table)} as here where ${sql.join(isSet, sql` and `)}
      and not exists (select 1 from ${sql.table(parent)} as there where ${sql.join(pairs, sql` and `)}) limit 1`.execute(
      db,
    );
    if (dangling.rows.length > 0) problems.push(leadsNowhere(table, parent));
  }
  return [...new Set(problems)];
}

const leadsNowhere = (table: string, parent: string) =>
  `A row of ${table} belongs to a row of ${parent} that is not there.`;

async function foreignKeys(db: Db) {
  const columnsOf = (keys: string, relation: string) =>
    sql.raw(`(select json_agg(attname order by place)
    from unnest(${keys}) with ordinality as key (number, place)
    join pg_attribute on attrelid = ${relation} and attnum = number)`);
  const { rows } = await sql<{ table: string; parent: string; columns: string[]; parents: string[] }>`
    select child.relname as table, parent.relname as parent, ${columnsOf("conkey", "conrelid")} as columns,
      ${columnsOf("confkey", "confrelid")} as parents
    from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and child.relnamespace = current_schema()::regnamespace`.execute(db);
  return rows;
}
