import { type Kysely, sql } from "kysely";
import { isPostgres } from "../dialect.ts";

/**
 * Adds the storage used by each workspace's files and context sources, maintained by triggers to include
 * cascading deletes.
 */
export async function workspaceStorage(db: Kysely<unknown>): Promise<void> {
  const triggers = counted.flatMap((one) => (isPostgres(db) ? onPostgres(one) : onSqlite(one)));
  for (const statement of [...statements, ...triggers]) await sql.raw(statement).execute(db);
}

interface Counted {
  table: string;
  column: string;
}

const counted: readonly Counted[] = [
  { table: "files", column: "bytes" },
  { table: "context_sources", column: "text_chars" },
];

const statements = [
  "create table workspace_storage (workspace_id text not null primary key, bytes bigint not null)",
  `insert into workspace_storage (workspace_id, bytes)
    select workspace_id, sum(n) from (
      select workspace_id, bytes as n from files
      union all select workspace_id, text_chars from context_sources
    ) as parts group by workspace_id`,
];

const add = (column: string) =>
  `insert into workspace_storage (workspace_id, bytes) values (new.workspace_id, new.${column})
    on conflict (workspace_id) do update set bytes = workspace_storage.bytes + excluded.bytes;`;
const change = (column: string) =>
  `update workspace_storage set bytes = bytes + new.${column} - old.${column} where workspace_id = new.workspace_id;`;
const remove = (column: string) =>
  `update workspace_storage set bytes = bytes - old.${column} where workspace_id = old.workspace_id;`;

const onSqlite = ({ table, column }: Counted): string[] => [
  `create trigger ${table}_added after insert on ${table} begin ${add(column)} end`,
  `create trigger ${table}_changed after update of ${column} on ${table} begin ${change(column)} end`,
  `create trigger ${table}_removed after delete on ${table} begin ${remove(column)} end`,
];

const onPostgres = ({ table, column }: Counted): string[] => [
  `create or replace function count_${table}() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${add(column)}
    elsif tg_op = 'UPDATE' then ${change(column)}
    else ${remove(column)} end if;
    return null; end $$`,
  `create trigger ${table}_counted after insert or delete or update of ${column} on ${table}
    for each row execute function count_${table}()`,
];
