import { type Kysely, sql } from "kysely";

/** Denormalizes spec numbers into dependencies, so that a plan's graph is read from one index. */
export async function edges(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const numberOf = (end: "from" | "to") => `(select number from specs
  where specs.workspace_id = dependencies.workspace_id and specs.id = dependencies.${end}_id)`;

const statements = [
  "alter table dependencies add column from_number integer",
  "alter table dependencies add column to_number integer",
  `update dependencies set from_number = ${numberOf("from")}, to_number = ${numberOf("to")} where kind = 'spec'`,
  "create index dependencies_numbers on dependencies (workspace_id, from_plan_id, to_plan_id, from_number, to_number)",
];
