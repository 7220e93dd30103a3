import type { Kysely } from "kysely";
import { type Column, columnsOf } from "../storage/columns.ts";
import type { Tx } from "../storage/dialect.ts";
import { type BackupLine, readBackup } from "./backup-file.ts";
import { MisfitError } from "./misfit.ts";

type Value = string | number | null;
type Held = Value | Buffer;

const rowsPerInsert = 100;
/** Characters per insert statement, for long rows. */
const charactersPerInsert = 1024 * 1024;

/**
 * Inserts the rows of a backup. Throws a `MisfitError` for anything that doesn't fit its version's tables.
 */
export async function insertRows(tx: Tx, file: string): Promise<void> {
  const schema = await columnsOf(tx);
  let current: { table: string; columns: Column[] } | null = null;
  let waiting: Record<string, Held>[] = [];
  let characters = 0;
  const insert = async () => {
    if (current && waiting.length > 0) await anyTable(tx).insertInto(current.table).values(waiting).execute();
    waiting = [];
    characters = 0;
  };
  for await (const line of readBackup(file)) {
    if (Array.isArray(line)) {
      if (!current) throw new MisfitError("a row has no table");
      waiting.push(rowOf(line, current.table, current.columns));
      for (const value of line) if (typeof value === "string") characters += value.length;
      if (waiting.length === rowsPerInsert || characters > charactersPerInsert) await insert();
      continue;
    }
    await insert();
    current = { table: line.table, columns: declared(schema, line) };
  }
  await insert();
}

/** Returns a table's columns in the backup's order, which must name each exactly once. */
function declared(
  schema: ReadonlyMap<string, Column[]>,
  { table, columns: names }: Exclude<BackupLine, Value[]>,
): Column[] {
  const own = schema.get(table);
  if (!own || table === "migrations") throw new MisfitError(`there is no table ${JSON.stringify(table)}`);
  const byName = new Map(own.map((column) => [column.name, column]));
  const found = names.flatMap((name) => byName.get(name) ?? []);
  const isComplete = new Set(names).size === own.length && names.length === own.length;
  if (!isComplete || found.length < own.length) throw new MisfitError(`${table} has other columns`);
  return found;
}

function rowOf(values: readonly Value[], table: string, columns: readonly Column[]): Record<string, Held> {
  if (values.length !== columns.length)
    throw new MisfitError(`a row of ${table} has ${values.length} values of ${columns.length}`);
  return Object.fromEntries(
    columns.map((column, index) => {
      const value = values[index] ?? null;
      const wrong = misfit(value, column);
      if (wrong) throw new MisfitError(`${table}.${column.name} ${wrong}`);
      return [
        column.name,
        isOfBytes(column) && value !== null ? Buffer.from(String(value), "base64") : value,
      ];
    }),
  );
}

const isOfBytes = ({ type }: Pick<Column, "type">) => type === "blob";

/** Tests for canonical base64; Node ignores invalid characters. */
const isBase64 = (value: Value) =>
  typeof value === "string" && Buffer.from(value, "base64").toString("base64") === value;

/** Largest numbers by column type, which SQLite itself doesn't enforce. */
const largest: Record<string, number> = { integer: 2 ** 31 - 1, bigint: Number.MAX_SAFE_INTEGER };

function misfit(value: Value, { type, isNullable }: Column): string | null {
  if (value === null) return isNullable ? null : "is missing in a row";
  if (type === "text") return typeof value === "string" ? null : "is no text in a row";
  if (isOfBytes({ type })) return isBase64(value) ? null : "is no base64 in a row";
  if (!Number.isInteger(value)) return "is no whole number in a row";
  return Math.abs(Number(value)) > (largest[type] ?? -1) ? "is out of range in a row" : null;
}

/** Allows table names that come from a file. */
const anyTable = (tx: Tx) => tx as unknown as Kysely<Record<string, Record<string, Held>>>;
