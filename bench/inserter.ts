import type Database from "better-sqlite3";
import type { Tables } from "../server/src/storage/tables.ts";

export function inserter(
  database: Database.Database,
): <T extends keyof Tables>(table: T, row: Tables[T]) => void {
  const prepared = new Map<string, Database.Statement>();
  return (table, row) => {
    let statement = prepared.get(table);
    if (!statement) {
      const columns = Object.keys(row);
      const values = columns.map((column) => `@${column}`);
      statement = database.prepare(
        `insert into ${table} (${columns.join(", ")}) values (${values.join(", ")})`,
      );
      prepared.set(table, statement);
    }
    statement.run(row);
  };
}
