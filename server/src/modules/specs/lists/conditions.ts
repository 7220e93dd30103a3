import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import { isClaimed } from "../../claims/lease.ts";
import { shownReadiness } from "../../dependencies/counts/readiness-key.ts";
import { isOpenSpec } from "../../dependencies/is-open-spec.ts";
import type { DueDays, SpecFilter } from "./filter.ts";

/** Returns what a row of `specs`, with its row of `plans`, must fulfil; the words of `q` are looked up apart. */
export function conditionsOf(db: Db, filter: SpecFilter): RawBuilder<SqlBool>[] {
  const { statuses, assignees, labels, priorities, grades, efforts, due, claimed } = filter;
  const conditions: (RawBuilder<SqlBool> | undefined)[] = [
    statuses && isOneOf(db, "specs.status", statuses),
    assignees && isOneOrNull(db, "specs.assignee_user_id", assignees),
    labels && hasLabel(labels),
    priorities && isOneOf(db, "specs.priority", priorities),
    grades && sql<SqlBool>`${shownReadiness} in (${sql.join(grades.map((grade) => sql.lit(grade)))})`,
    efforts && isOneOrNull(db, "specs.effort", efforts),
    due && sql<SqlBool>`(${sql.join(due.map(isDue), sql` or `)})`,
    claimed === undefined ? undefined : claimed ? isClaimed(db) : sql<SqlBool>`not ${isClaimed(db)}`,
    filter.awaitsReview ? sql<SqlBool>`specs.awaits_review = 1` : undefined,
    filter.planIds && isOneOf(db, "specs.plan_id", filter.planIds),
    filter.projectIds && isOneOf(db, "plans.project_id", filter.projectIds),
  ];
  return conditions.filter((condition) => condition !== undefined);
}

function isOneOrNull(
  db: Db,
  column: string,
  values: readonly (string | null)[] | readonly (number | null)[],
): RawBuilder<SqlBool> {
  const given = values.filter((value) => value !== null) as string[] | number[];
  const isGiven = isOneOf(db, column, given);
  return given.length === values.length ? isGiven : sql<SqlBool>`(${sql.ref(column)} is null or ${isGiven})`;
}

function hasLabel({ ids, orNone }: NonNullable<SpecFilter["labels"]>): RawBuilder<SqlBool> {
  const has = ids.map((id) => sql<SqlBool>`specs.labels like ${`%"${id}"%`}`);
  // The column keeps ids of deleted labels.
  const hasNone = sql<SqlBool>`(specs.labels = '[]' or not exists (select 1 from labels
    where labels.workspace_id = specs.workspace_id and specs.labels like '%"' || labels.id || '"%'))`;
  const conditions = orNone ? [...has, hasNone] : has;
  return conditions.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

function isDue(days: DueDays | null): RawBuilder<SqlBool> {
  if (days === null) return sql<SqlBool>`specs.due_date is null`;
  const { from, to, isOpen } = days;
  return sql<SqlBool>`(specs.due_date is not null
    ${from === null ? sql`` : sql`and specs.due_date >= ${from}`}
    ${to === null ? sql`` : sql`and specs.due_date <= ${to}`}
    ${isOpen ? sql`and ${isOpenSpec}` : sql``})`;
}
