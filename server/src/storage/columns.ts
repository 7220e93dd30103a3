import { type Kysely, sql } from "kysely";
import { isPostgres } from "./dialect.ts";

/** A declared column, with its type in lower case; bytes are `blob` on both databases. */
export interface Column {
  name: string;
  type: string;
  isNullable: boolean;
}

/** Reads all columns by table in schema order, without the databases' own full-text index. */
export async function columnsOf<T>(db: Kysely<T>): Promise<Map<string, Column[]>> {
  const { rows } = await (isPostgres(db)
    ? sql<Row>`select table_name as "table", column_name as name, replace(data_type, 'bytea', 'blob') as type, is_nullable <> 'YES' as required
        from information_schema.columns where table_schema = current_schema() and table_name <> 'search_terms' order by table_name, ordinal_position`
    : sql<Row>`select master.name as "table", info.name, lower(info.type) as type,
          info."notnull" = 1 or info.pk > 0 as required
        from sqlite_master as master join pragma_table_info(master.name) as info
        where master.type = 'table' and master.name not like 'search!_terms%' escape '!'
          and master.name not like 'sqlite!_%' escape '!' order by master.name, info.cid`
  ).execute(db);
  const byTable = Map.groupBy(rows, ({ table }) => table);
  const columns = [...byTable].map(
    ([table, found]) =>
      [table, found.map(({ name, type, required }) => ({ name, type, isNullable: !required }))] as const,
  );
  return new Map(columns);
}

interface Row {
  table: string;
  name: string;
  type: string;
  required: boolean | number;
}
