import { type Kysely, sql } from "kysely";

/**
 * Adds the origin of imported specs and plans. Archived plans keep theirs (docs/decisions/external-refs.md).
 */
export async function externalRefs(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table specs add column external_ref text",
  "alter table plans add column external_ref text",
  `create unique index specs_external_ref on specs (workspace_id, plan_id, external_ref)
    where external_ref is not null`,
  `create unique index plans_external_ref on plans (workspace_id, project_id, external_ref)
    where external_ref is not null`,
];
