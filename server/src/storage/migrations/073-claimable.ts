import { type Kysely, sql } from "kysely";

/** Adds what choosing a spec reads: counts of open needs, whose plans they are, and what they have to offer. */
export async function claimable(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const open = "status in ('TODO', 'IN_PROGRESS')";
const free = "status = 'TODO' and open_needs = 0 and open_questions = 0";
const key = `(case when readiness_set is not null then 10 + readiness_set
  when cancelled_needs = 0 then readiness_computed
  when readiness_computed > 3 then readiness_computed - 2
  when readiness_computed > 2 then 2 else readiness_computed end)`;

const columns = [
  ...["specs", "deleted_specs"].flatMap((table) => [
    `alter table ${table} add column open_needs integer not null default 0`,
    `alter table ${table} add column cancelled_needs integer not null default 0`,
  ]),
  "alter table plans add column audience text not null default ''",
  "alter table plans add column open_needs integer not null default 0",
  "alter table plans add column waits integer not null default 0",
  "alter table plans add column has_open_specs integer not null default 0",
  "alter table plans add column free_readiness integer not null default 0",
];

const specCounts = `update specs set open_needs = counted.open_needs, cancelled_needs = counted.cancelled_needs from (
    select dependencies.workspace_id, dependencies.from_id,
      sum(case when needed.${open} and (dependencies.from_plan_id = dependencies.to_plan_id
        or to_plan.archived_at is null and (to_plan.root_plan_id = from_plan.root_plan_id or root.visibility = 'TEAM'))
        then 1 else 0 end) as open_needs,
      sum(case when needed.status = 'CANCELLED' and dependencies.from_plan_id = dependencies.to_plan_id
        then 1 else 0 end) as cancelled_needs
    from dependencies
      join specs as needed on needed.workspace_id = dependencies.workspace_id and needed.id = dependencies.to_id
      join plans as from_plan on from_plan.workspace_id = dependencies.workspace_id and from_plan.id = dependencies.from_plan_id
      join plans as to_plan on to_plan.workspace_id = dependencies.workspace_id and to_plan.id = dependencies.to_plan_id
      join plans as root on root.workspace_id = to_plan.workspace_id and root.id = to_plan.root_plan_id
    where dependencies.kind = 'spec' and needed.status <> 'DONE'
    group by dependencies.workspace_id, dependencies.from_id
  ) as counted
  where counted.workspace_id = specs.workspace_id and counted.from_id = specs.id`;

const audiences = `update plans set audience = case when root.visibility = 'TEAM' then 'TEAM' else coalesce(root.owner_user_id, '') end
  from plans as root where root.workspace_id = plans.workspace_id and root.id = plans.root_plan_id`;

const openPlans = `update plans set has_open_specs = 1 where exists (select 1 from specs
  where specs.workspace_id = plans.workspace_id and specs.plan_id = plans.id and specs.${open})`;

/** Plans, each with itself and the plans above it, if any plan needs another. */
const above = `above (workspace_id, plan, id) as (
    select workspace_id, id, id from plans where exists (select 1 from dependencies where kind = 'plan')
    union all
    select above.workspace_id, above.plan, plans.parent_plan_id from above join plans
      on plans.workspace_id = above.workspace_id and plans.id = above.id
    where plans.parent_plan_id is not null)`;

/** Open needs of plans; `own` is 1 if only the plan's own specs wait, since it lies above the needed one. */
const planNeeds = `needs (workspace_id, from_id, own) as (
    select dependencies.workspace_id, dependencies.from_id, case when exists (select 1 from above
      where above.workspace_id = dependencies.workspace_id and above.plan = to_id and above.id = from_id) then 1 else 0 end
    from dependencies
      join plans as from_plan on from_plan.workspace_id = dependencies.workspace_id and from_plan.id = from_id
      join plans as to_plan on to_plan.workspace_id = dependencies.workspace_id and to_plan.id = to_id
      join plans as root on root.workspace_id = to_plan.workspace_id and root.id = to_plan.root_plan_id
    where kind = 'plan' and to_plan.archived_at is null
      and (to_plan.root_plan_id = from_plan.root_plan_id or root.visibility = 'TEAM')
      and exists (select 1 from above join plans as part on part.workspace_id = above.workspace_id and part.id = above.plan
        where above.workspace_id = dependencies.workspace_id and above.id = to_id
          and part.archived_at is null and part.has_open_specs = 1
          and (part.id = to_id or not exists (select 1 from above as up
            where up.workspace_id = above.workspace_id and up.plan = from_id and up.id = to_id))))`;

const planCounts = `with recursive ${above}, ${planNeeds}
  update plans set open_needs = counted.open_needs from (
    select workspace_id, from_id, count(*) as open_needs from needs group by workspace_id, from_id) as counted
  where counted.workspace_id = plans.workspace_id and counted.from_id = plans.id`;

const waiting = `with recursive ${above}, ${planNeeds}
  update plans set waits = 1 from (
    select distinct above.workspace_id, above.plan from above
      join needs on needs.workspace_id = above.workspace_id and needs.from_id = above.id
    where above.plan = above.id or needs.own = 0) as found
  where found.workspace_id = plans.workspace_id and found.plan = plans.id`;

const offers = `update plans set free_readiness = coalesce((
    select max(case when key > 10 then key - 10 when plans.has_open_questions = 0 then key
      when key > 3 then key - 2 when key > 2 then 2 else key end)
    from (select ${key} as key from specs
      where specs.workspace_id = plans.workspace_id and specs.plan_id = plans.id and ${free}) as found), 0)
  where has_open_specs = 1`;

const takeable = "waits = 0 and archived_at is null and free_readiness > 0";
const inWork = "status in ('READY', 'PUSHED', 'BUILDING')";

const indexes = [
  `create index specs_free on specs (workspace_id, plan_id, ${key}, position, id, effort) where ${free}`,
  `create index specs_startable on specs (workspace_id, plan_id, position, id) where ${open} and open_needs = 0`,
  "create index specs_waiting on specs (workspace_id, plan_id, effort) where status = 'TODO' and open_needs > 0",
  "create index specs_asked on specs (workspace_id, plan_id, effort) where status = 'TODO' and open_questions > 0",
  `create index plans_free on plans (workspace_id, audience, free_readiness, id) where ${inWork} and ${takeable}`,
  `create index plans_free_of_project on plans (workspace_id, project_id, audience, free_readiness, id)
    where ${inWork} and ${takeable}`,
  `create index plans_open on plans
    (workspace_id, audience, id, project_id, status, waits, free_readiness)
    where has_open_specs = 1 and archived_at is null`,
];

const statements = [
  ...columns,
  specCounts,
  audiences,
  openPlans,
  planCounts,
  waiting,
  ...indexes.slice(0, 1),
  offers,
  ...indexes.slice(1),
];
