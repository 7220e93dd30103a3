import { getProgress, type Progress, type SpecStatus } from "@groundplan/contract";
import { type RawBuilder, sql } from "kysely";
import { read } from "../../dispatch/handlers.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import { shownReadiness } from "../dependencies/counts/readiness-key.ts";
import { isOpenSpec } from "../dependencies/is-open-spec.ts";
import { type PlanRow, readablePlan } from "../plans/access.ts";
import { planIdsBelow } from "../plans/nesting.ts";
import { type BurningEvent, type BurningSpec, type BurningType, burnUp } from "./burn-up.ts";

/** The newest events of all plans together that are read. */
const mostEvents = 10_000;
/** Events of a plan that are read, however many sub-plans there are. */
const leastOfPlan = 100;
const mostDays = 366;
/** The effort that a spec without one counts as, as on the critical path. */
const usualEffort = 3;

const effort = sql<number>`coalesce(specs.effort, ${sql.lit(usualEffort)})`;
const burningTypes: ReadonlySet<string> = new Set([
  "spec.created",
  "spec.updated",
  "spec.moved",
  "spec.deleted",
  "spec.restored",
] satisfies BurningType[]);

export const progressGet = read(getProgress, async (db, actor, { params }) => {
  const plan = await readablePlan(db, actor, params);
  const plans = await planIdsBelow(db, plan);
  const today = new Date().toISOString().slice(0, 10);
  const {
    specs,
    done,
    effort: all,
    effortDone,
    unestimated,
    ...health
  } = await totalsOf(db, plan, plans, today);
  const progress = { days: [], unestimated, health } satisfies Progress;
  if (plan.root_template === 1) return { progress };
  const events = await eventsOf(db, plan, plans);
  const now = { specs, done, effort: all, effortDone };
  const days = burnUp(now, events, await specsOf(db, plan, plans, events), today);
  return { progress: Object.assign(progress, { days: days.slice(-mostDays) }) };
});

type Workspace = Pick<PlanRow, "workspace_id">;

const countIf = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
const isDone = sql`specs.status = 'DONE'`;
const counts = sql`specs.status <> 'CANCELLED'`;

const totalsOfPlan = statement((db, param: Param<{ workspaceId: string; planId: string; today: string }>) =>
  db
    .selectFrom("plans")
    .innerJoin("specs", (join) =>
      join.onRef("specs.workspace_id", "=", "plans.workspace_id").onRef("specs.plan_id", "=", "plans.id"),
    )
    .select([
      countIf(counts).as("specs"),
      countIf(isDone).as("done"),
      sql<number>`coalesce(sum(case when ${counts} then ${effort} else 0 end), 0)`.as("effort"),
      sql<number>`coalesce(sum(case when ${isDone} then ${effort} else 0 end), 0)`.as("effortDone"),
      countIf(sql`${counts} and specs.effort is null`).as("unestimated"),
      countIf(sql`${isOpenSpec} and ${shownReadiness} < 4`).as("belowReady"),
      countIf(sql`${isOpenSpec} and specs.due_date < ${param("today")}`).as("overdue"),
      countIf(sql`${isOpenSpec} and (specs.open_needs > 0 or plans.waits = 1)`).as("blocked"),
    ])
    .where("plans.workspace_id", "=", param("workspaceId"))
    .where("plans.id", "=", param("planId")),
);

async function totalsOf(
  db: Db,
  { workspace_id: workspaceId }: Workspace,
  plans: readonly string[],
  today: string,
) {
  const totals = {
    specs: 0,
    done: 0,
    effort: 0,
    effortDone: 0,
    unestimated: 0,
    belowReady: 0,
    overdue: 0,
    blocked: 0,
  };
  for (const planId of plans)
    for (const row of await totalsOfPlan(db, { workspaceId, planId, today }))
      for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += Number(row[name]);
  return totals;
}

/**
 * Returns events that count, the oldest first, without moves among these plans, from when on all that count are among the
 * newest.
 */
async function eventsOf(
  db: Db,
  { workspace_id }: Workspace,
  plans: readonly string[],
): Promise<BurningEvent[]> {
  const most = Math.max(leastOfPlan, Math.floor(mostEvents / plans.length));
  let first = 0;
  const rows: EventRow[] = [];
  for (const planId of plans) {
    const newest = await newestOf(db, { workspaceId: workspace_id, planId, most });
    if (newest.length === most) first = Math.max(first, newest.at(-1)?.seq ?? 0);
    rows.push(...newest.filter(({ type }) => burningTypes.has(type)));
  }
  const here = new Set(plans);
  const counted = rows.filter(({ seq }) => seq >= first).toSorted((a, b) => a.seq - b.seq);
  return counted.flatMap(({ type, specId, at, data }) => {
    const event = { type, specId, at, data: JSON.parse(data) } as BurningEvent; // The data is that of the row's type.
    const other = event.type === "spec.moved" ? (event.data.from ?? event.data.to)?.planId : undefined;
    return other !== undefined && here.has(other) ? [] : [event];
  });
}

type EventRow = Awaited<ReturnType<typeof newestOf>>[number];

const newestOf = statement((db, param: Param<{ workspaceId: string; planId: string; most: number }>) =>
  db
    .selectFrom("events")
    .select(["seq", "type", "subject_id as specId", "data", "created_at as at"])
    .where("workspace_id", "=", param("workspaceId"))
    .where("plan_id", "=", param("planId"))
    .orderBy("seq", "desc")
    .limit(param("most")),
);

/** Returns the specs that events are about. Those of other plans keep their efforts to themselves. */
async function specsOf(
  db: Db,
  { workspace_id }: Workspace,
  plans: readonly string[],
  events: readonly BurningEvent[],
): Promise<Map<string, BurningSpec>> {
  const ids = [...new Set(events.map(({ specId }) => specId))];
  const found = (table: RawBuilder<unknown>) =>
    sql<{ id: string; status: SpecStatus; effort: number }>`
      select specs.id, specs.status, ${effort} as effort from ${table} as specs
      where specs.workspace_id = ${workspace_id} and ${isOneOf(db, "specs.id", ids)}
        and ${isOneOf(db, "specs.plan_id", plans)}`.execute(db);
  const specs = new Map<string, BurningSpec>();
  for (const row of (await found(sql`deleted_specs`)).rows)
    specs.set(row.id, { effort: row.effort, status: null });
  for (const row of (await found(sql`specs`)).rows)
    specs.set(row.id, { effort: row.effort, status: row.status });
  return specs;
}
