import { type SpecStatus, specStatus } from "@groundplan/contract";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { readinessKey } from "../../dependencies/counts/readiness-key.ts";
import { assigneeKey } from "../assignee-key.ts";
import { readinessOf } from "../effective-readiness.ts";
import { dayMs, dayOf, type SpecFilter } from "./filter.ts";
import type { Order } from "./order.ts";

/** Conditions that an index orders by the value of the list's order. */
export type Range = RawBuilder<SqlBool>;

/** Ranges of specs, or of `spec_labels`, which a spec with several labels is in several times. */
interface Ranges {
  ranges: Range[];
  /** True if the ranges contain nothing but the filter's specs, so that a page costs only its own rows. */
  fits: boolean;
  of?: "spec_labels";
}

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

/** Returns the ranges of a part of the order, which together hold all specs of the filter. */
export function rangesOf(filter: SpecFilter, order: Order, part: number): Ranges {
  if (order.column === "id") return { ranges: [sql<SqlBool>`1 = 1`], fits: has(filter) };
  if (order.column === "due_date") {
    if (part === 0) return dueRanges(filter);
    const isWanted = filter.due?.includes(null) ?? true;
    return { ranges: isWanted ? [sql<SqlBool>`due_date is null`] : [], fits: has(filter, "due") };
  }
  if (order.column === "position")
    return { ranges: (filter.planIds ?? []).map((id) => is("plan_id", id)), fits: has(filter, "planIds") };
  const only = order.priorities?.[part];
  if (filter.labels && !filter.labels.orNone && only === undefined) {
    const ranges = filter.labels.ids.flatMap((id) =>
      (filter.statuses ?? statuses).map((status) => both(is("label_id", id), is("status", status))),
    );
    if (ranges.length <= mostRanges)
      return { ranges, fits: has(filter, "labels", "statuses"), of: "spec_labels" };
  }
  const days = filter.due && only === undefined ? daysIn(filter.due) : null;
  if (days) return { ranges: days.map((day) => is("due_date", day)), fits: has(filter, "due") };
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

/** Returns the days of the filter, each an own range of due dates. */
function dueRanges({ due = [{ from: null, to: null, isOpen: false }], ...filter }: SpecFilter): Ranges {
  const ranges = due
    .filter((days) => days !== null)
    .map(
      ({
        from,
        to,
      }) => sql<SqlBool>`due_date is not null ${from === null ? sql`` : sql`and due_date >= ${from}`}
        ${to === null ? sql`` : sql`and due_date <= ${to}`}`,
    );
  return { ranges, fits: has(filter) && due.every((days) => days === null || !days.isOpen) };
}

/** Returns the single days of due dates; null if they are many, or hold others than the filter's specs. */
function daysIn(due: NonNullable<SpecFilter["due"]>): string[] | null {
  const found = new Set<string>();
  for (const days of due) {
    if (days === null || days.from === null || days.to === null || days.isOpen) return null;
    const last = Date.parse(days.to);
    for (let day = Date.parse(days.from); day <= last; day += dayMs) {
      found.add(dayOf(day));
      if (found.size > mostRanges) return null;
    }
  }
  return [...found];
}

/** Tests that a filter has no other parts than these. */
const has = (filter: SpecFilter, ...covered: (keyof SpecFilter)[]): boolean =>
  Object.entries(filter).every(
    ([key, value]) => value === undefined || covered.includes(key as keyof SpecFilter),
  );
