import { type RawBuilder, sql } from "kysely";
import type { Step } from "../../storage/walk.ts";

/**
 * A spec, or one of a plan's four joints: begin and end of everything in it, and of its own specs. The
 * content waits for the begin, the end waits for the content.
 */
export type Side = "spec" | "begin" | "begin own" | "end" | "end own";

export interface JointNode {
  side: Side;
  id: string;
}

export interface JointNodes {
  side: Side;
  ids: readonly string[];
}

export type Direction = "to needs" | "to what needs";

/** A kind of waiting: `from` waits for `to`, through rows that name both or through equal ids. */
interface Link {
  from: Side;
  to: Side;
  by?: { table: "specs" | "plans" | "dependencies"; from: string; to: string };
  where?: (workspaceId: string) => RawBuilder<unknown>;
}

const byDependency = { table: "dependencies", from: "from_id", to: "to_id" } as const;

const betweenSpecs: Link = { from: "spec", to: "spec", by: byDependency };

const between: readonly Link[] = [
  betweenSpecs,
  { from: "spec", to: "begin own", by: { table: "specs", from: "id", to: "plan_id" } },
  { from: "end own", to: "spec", by: { table: "specs", from: "plan_id", to: "id" } },
  // A plan without specs counts as having one.
  { from: "end own", to: "begin own" },
  { from: "begin own", to: "begin" },
  { from: "end", to: "end own" },
  {
    from: "begin",
    to: "begin",
    by: { table: "plans", from: "id", to: "parent_plan_id" },
    where: () => sql`plans.parent_plan_id is not null`,
  },
  { from: "end", to: "end", by: { table: "plans", from: "parent_plan_id", to: "id" } },
  {
    from: "begin",
    to: "end",
    by: byDependency,
    where: (workspaceId) =>
      sql`dependencies.kind = 'plan' and not ${isAbove(workspaceId, "from", "to")} and not ${isAbove(workspaceId, "to", "from")}`,
  },
  {
    from: "begin own",
    to: "end",
    by: byDependency,
    where: (workspaceId) => sql`dependencies.kind = 'plan' and ${isAbove(workspaceId, "from", "to")}`,
  },
  {
    from: "begin",
    to: "end own",
    by: byDependency,
    where: (workspaceId) => sql`dependencies.kind = 'plan' and ${isAbove(workspaceId, "to", "from")}`,
  },
];

/** Returns steps along or against waiting; only those between specs if no plan needs another. */
export function stepsOf(workspaceId: string, direction: Direction, { plans }: { plans: boolean }): Step[] {
  return (plans ? between : [betweenSpecs]).map((link) => stepOf(workspaceId, direction, link));
}

function stepOf(workspaceId: string, direction: Direction, { from, to, by: column, where }: Link): Step {
  const [here, there] = direction === "to needs" ? [from, to] : [to, from];
  const isHere = sql`reached.side = ${sql.lit(here)}`;
  if (!column) return { columns: sql`${sql.lit(there)} as side, reached.id as id`, where: isHere };
  const [idHere, idThere] = direction === "to needs" ? [column.from, column.to] : [column.to, column.from];
  const table = sql.ref(column.table);
  const more = where ? sql` and ${where(workspaceId)}` : sql``;
  return {
    columns: sql`${sql.lit(there)} as side, ${sql.ref(`${column.table}.${idThere}`)} as id`,
    from: table,
    where: sql`${isHere} and ${table}.workspace_id = ${workspaceId} and ${sql.ref(`${column.table}.${idHere}`)} = reached.id${more}`,
  };
}

/** Returns a condition that one end of a plan dependency is above the other. */
const isAbove = (workspaceId: string, upper: "from" | "to", lower: "from" | "to") => sql`exists (
  with recursive above (id) as (
    select plans.parent_plan_id from plans
    where plans.workspace_id = ${workspaceId} and plans.id = ${sql.ref(`dependencies.${lower}_id`)}
    union all
    select plans.parent_plan_id from above cross join plans
    where plans.workspace_id = ${workspaceId} and plans.id = above.id
  )
  select 1 from above where above.id = ${sql.ref(`dependencies.${upper}_id`)})`;
