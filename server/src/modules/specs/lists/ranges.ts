import { type SpecStatus, specStatus } from "@groundplan/contract";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { readinessKey } from "../../dependencies/counts/readiness-key.ts";
import { assigneeKey } from "../assignee-key.ts";
import { readinessOf } from "../effective-readiness.ts";
import type { SpecFilter } from "./filter.ts";
import type { Order } from "./order.ts";

/** Conditions that an index orders by the value of the list's order. */
export type Range = RawBuilder<SqlBool>;

/** Ranges that are walked side by side. */
const mostRanges = 64;

const statuses: readonly SpecStatus[] = specStatus.options;
const priorities = [0, 1, 2, 3, 4];
const efforts = [null, 1, 2, 3, 4, 5];

/** The key of the index `specs_by_readiness`: the key of readiness, with a last bit for open questions. */
const indexKey = sql<number>`(2 * ${readinessKey} + (case when open_questions > 0 then 1 else 0 end))`;

/** Each key with the grades that it may stand for: in plans without and with open questions. */
const keysOfReadiness = [1, 2, 3, 4, 5].flatMap((grade) =>
  [0, 1].flatMap((open_questions) => {
    const computed = { readiness_set: null, readiness_computed: grade, open_questions };
    const shown = [false, true].map((planIsOpen) => readinessOf(computed, [], planIsOpen));
    return [
      { key: 2 * (10 + grade) + open_questions, shown: [grade] },
      { key: 2 * grade + open_questions, shown },
    ];
  }),
);

const is = (column: string, value: string | number): Range => sql<SqlBool>`${sql.ref(column)} = ${value}`;

const both = (...conditions: Range[]): Range => sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/**
 * Returns the ranges of a part of the order, which together hold all specs of the filter. `fits` is true if they
 * contain nothing else, so that a page costs only its own rows.
 */
export function rangesOf(filter: SpecFilter, order: Order, part: number): { ranges: Range[]; fits: boolean } {
  if (order.column === "id") return { ranges: [sql<SqlBool>`1 = 1`], fits: has(filter) };
  if (order.column === "due_date") {
    const ranges = [part === 0 ? sql<SqlBool>`due_date is not null` : sql<SqlBool>`due_date is null`];
    return { ranges, fits: has(filter) };
  }
  if (order.column === "position")
    return { ranges: (filter.planIds ?? []).map((id) => is("plan_id", id)), fits: has(filter, "planIds") };
  const only = order.priorities?.[part];
  if (filter.assignees && only === undefined) {
    const ranges = filter.assignees.flatMap((assignee) =>
      (filter.statuses ?? statuses).map((status) =>
        both(sql<SqlBool>`${assigneeKey} = ${assignee ?? ""}`, is("status", status)),
      ),
    );
    if (ranges.length <= mostRanges) return { ranges, fits: has(filter, "assignees", "statuses") };
  }
  if (only !== undefined || filter.statuses || filter.priorities || filter.efforts) {
    const wanted = only === undefined ? (filter.priorities ?? priorities) : [only];
    const ranges = (filter.statuses ?? statuses).flatMap((status) =>
      wanted.flatMap((priority) =>
        (filter.efforts ?? efforts).map((effort) =>
          both(
            is("status", status),
            is("priority", priority),
            sql<SqlBool>`coalesce(effort, 0) = ${effort ?? 0}`,
          ),
        ),
      ),
    );
    if (ranges.length <= mostRanges)
      return { ranges, fits: has(filter, "statuses", "priorities", "efforts") };
  }
  const grades = filter.grades ?? [1, 2, 3, 4, 5];
  const keys = keysOfReadiness.filter(({ shown }) => shown.some((grade) => grades.includes(grade)));
  return {
    ranges: keys.map(({ key }) => sql<SqlBool>`${indexKey} = ${sql.lit(key)}`),
    fits: has(filter, "grades"),
  };
}

/** Tests that a filter has no other parts than these. */
const has = (filter: SpecFilter, ...covered: (keyof SpecFilter)[]): boolean =>
  Object.entries(filter).every(
    ([key, value]) => value === undefined || covered.includes(key as keyof SpecFilter),
  );
