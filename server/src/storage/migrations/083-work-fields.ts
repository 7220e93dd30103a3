import { type Kysely, sql } from "kysely";

/**
 * Adds assignees, labels, priorities and days of specs, leads and target dates of plans, and views. The
 * indexes order what single filters find (`modules/specs/lists`).
 */
export async function workFields(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const inWorkspace = "workspace_id text not null references workspaces (id) on delete cascade";

const readiness = `(2 * (case when readiness_set is not null then 10 + readiness_set
  when cancelled_needs = 0 then readiness_computed when readiness_computed > 3 then readiness_computed - 2
  when readiness_computed > 2 then 2 else readiness_computed end) + (case when open_questions > 0 then 1 else 0 end))`;

const columns = ["specs", "deleted_specs"].flatMap((table) => [
  `alter table ${table} add column assignee_user_id text`,
  `alter table ${table} add column labels text not null default '[]'`,
  `alter table ${table} add column priority integer not null default 0`,
  `alter table ${table} add column due_date text`,
]);

const statements = [
  ...columns,
  "alter table plans add column lead_user_id text",
  "alter table plans add column target_date text",
  `create table labels (${inWorkspace}, id text not null, name text not null, name_folded text not null,
    color text not null, created_at text not null, updated_at text not null,
    primary key (workspace_id, id), unique (workspace_id, name_folded))`,
  `create table spec_labels (workspace_id text not null, label_id text not null, spec_id text not null,
    primary key (workspace_id, label_id, spec_id),
    foreign key (workspace_id, label_id) references labels (workspace_id, id) on delete cascade)`,
  `create table views (${inWorkspace}, id text not null, user_id text, created_by text not null, name text not null,
    project_id text, plan_id text, query text not null, view_group text not null, sort text,
    created_at text not null, updated_at text not null, primary key (workspace_id, id),
    foreign key (workspace_id, project_id) references projects (workspace_id, id) on delete cascade,
    foreign key (workspace_id, plan_id) references plans (workspace_id, id) on delete cascade)`,
  "create index plans_lead on plans (workspace_id, lead_user_id) where lead_user_id is not null",
  "create index views_of_project on views (workspace_id, project_id) where project_id is not null",
  "create index views_of_plan on views (workspace_id, plan_id) where plan_id is not null",
  `create index specs_by_readiness on specs (workspace_id, ${readiness}, updated_at, id)`,
  // PostgreSQL doesn't keep the order of an index behind "is null".
  "create index specs_by_kind on specs (workspace_id, status, priority, (coalesce(effort, 0)), updated_at, id)",
  "create index specs_by_assignee on specs (workspace_id, (coalesce(assignee_user_id, '')), status, updated_at, id)",
  "create index specs_due on specs (workspace_id, due_date, id) where due_date is not null",
];
