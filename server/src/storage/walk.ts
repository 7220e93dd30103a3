import { type RawBuilder, sql } from "kysely";
import { type Db, isPostgres } from "./dialect.ts";

/** A kind of step: from a row of `reached` to the rows that `columns` selects. */
export interface Step {
  columns: RawBuilder<unknown>;
  /** Without a table, the step yields one row from the row itself. */
  from?: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
}

/**
 * Returns the body of the recursive query `reached (side, id)`. PostgreSQL allows `reached` only once, SQLite
 * has no `lateral`. `cross join` and `offset 0` fix the join order to use indexes.
 */
export function walkFrom(db: Db, start: RawBuilder<unknown>, steps: readonly Step[]): RawBuilder<unknown> {
  if (!isPostgres(db)) return sql`${start} union ${sql.join(steps.map(fromReached), sql` union `)}`;
  const parts = steps.map(({ columns, from, where }) =>
    from ? sql`select ${columns} from ${from} where ${where}` : sql`select ${columns} where ${where}`,
  );
  return sql`${start} union select step.side, step.id
    from reached cross join lateral (${sql.join(parts, sql` union all `)} offset 0) as step (side, id)`;
}

const fromReached = ({ columns, from, where }: Step) =>
  from
    ? sql`select ${columns} from reached cross join ${from} where ${where}`
    : sql`select ${columns} from reached where ${where}`;

/** Returns a query for single steps from `reached`: source and target. */
export const stepsFrom = (steps: readonly Step[]): RawBuilder<unknown> =>
  sql.join(
    steps.map((step) =>
      fromReached({
        ...step,
        columns: sql`reached.side as from_side, reached.id as from_id, ${step.columns}`,
      }),
    ),
    sql` union all `,
  );
