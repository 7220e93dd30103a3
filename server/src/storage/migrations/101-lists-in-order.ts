import { type Kysely, sql } from "kysely";
import { isPostgres } from "../dialect.ts";

/**
 * Orders specs by label, and by due date, as lists show them: latest change first. Triggers keep `spec_labels` as the
 * column `labels` says, whoever writes a spec.
 */
export async function listsInOrder(db: Kysely<unknown>): Promise<void> {
  const own = isPostgres(db) ? onPostgres : onSqlite;
  for (const statement of [...statements, own.fill, ...own.triggers]) await sql.raw(statement).execute(db);
}

const columns = "(workspace_id, label_id, status, updated_at, spec_id)";

const statements = [
  "drop table spec_labels",
  // Without a reference to labels: the column keeps the ids of deleted ones.
  `create table spec_labels (workspace_id text not null, label_id text not null, status text not null,
    updated_at text not null, spec_id text not null, primary key ${columns})`,
  "drop index specs_due",
  "create index specs_due on specs (workspace_id, due_date, updated_at, id) where due_date is not null",
];

const valuesOf = (row: string) =>
  `${row}.workspace_id, label.value, ${row}.status, ${row}.updated_at, ${row}.id`;

const remove = (labels: string) => `delete from spec_labels where workspace_id = old.workspace_id
  and label_id in (select value from ${labels}) and status = old.status and updated_at = old.updated_at
  and spec_id = old.id;`;

const sqliteLabels = (row: string) => `json_each(${row}.labels) as label`;
const addOnSqlite = `insert or ignore into spec_labels ${columns} select ${valuesOf("new")} from ${sqliteLabels("new")};`;
const removeOnSqlite = remove(sqliteLabels("old"));

const onSqlite = {
  fill: `insert into spec_labels ${columns} select distinct ${valuesOf("specs")} from specs, ${sqliteLabels("specs")}
    where specs.labels <> '[]'`,
  triggers: [
    `create trigger spec_labels_added after insert on specs when new.labels <> '[]' begin ${addOnSqlite} end`,
    `create trigger spec_labels_changed after update of labels, status, updated_at on specs
      when old.labels <> '[]' or new.labels <> '[]' begin ${removeOnSqlite} ${addOnSqlite} end`,
    `create trigger spec_labels_removed after delete on specs when old.labels <> '[]' begin ${removeOnSqlite} end`,
  ],
};

const postgresLabels = (row: string) => `jsonb_array_elements_text(${row}.labels::jsonb) as label (value)`;

const onPostgres = {
  fill: `insert into spec_labels ${columns} select distinct ${valuesOf("specs")}
    from specs cross join lateral ${postgresLabels("specs")} where specs.labels <> '[]'`,
  triggers: [
    `create or replace function order_spec_labels() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then
        if old.labels <> '[]' then ${remove(postgresLabels("old"))} end if;
      end if;
      if tg_op <> 'DELETE' then
        if new.labels <> '[]' then
          insert into spec_labels ${columns} select ${valuesOf("new")} from ${postgresLabels("new")}
            on conflict do nothing;
        end if;
      end if;
      return null; end $$`,
    `create trigger spec_labels_kept after insert or delete or update of labels, status, updated_at on specs
      for each row execute function order_spec_labels()`,
  ],
};
