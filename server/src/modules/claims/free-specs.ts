import { type SqlBool, sql } from "kysely";
import type { Db } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import { isFreeSpec, readinessKey, readinessKeys } from "../dependencies/counts/readiness-key.ts";
import type { Scope } from "../plans/scope.ts";

/** A plan in which work goes on. Literals, so that the partial indexes `plans_free` and its twin apply. */
const isInWork = sql<SqlBool>`plans.status in ('READY', 'PUSHED', 'BUILDING')`;
const hasFreeSpecs = sql<SqlBool>`plans.waits = 0 and plans.archived_at is null and plans.free_readiness > 0`;

/** An effort that no spec exceeds. */
export const highestEffort = 5;

/** What a choice is limited to. */
export interface Choice {
  scope: Scope;
  minReadiness: number;
  maxEffort: number;
}

interface PlanSearch {
  workspaceId: string;
  userId: string;
  minReadiness: number;
  /** The plan after which the search goes on, by creation. */
  after: string;
}

/** Returns the first plan of a member with a spec to claim: one look-up for each audience and readiness. */
export const firstPlan = statement((db, param: Param<PlanSearch>) =>
  searchPlans(db, param, sql<SqlBool>`1 = 1`),
);

/** The same within a project. */
export const firstPlanOfProject = statement((db, param: Param<PlanSearch & { projectId: string }>) =>
  searchPlans(db, param, sql<SqlBool>`plans.project_id = ${param("projectId")}`),
);

function searchPlans(db: Db, param: Param<PlanSearch>, isInScope: ReturnType<typeof sql<SqlBool>>) {
  const first = sql`select plans.id from plans where plans.workspace_id = ${param("workspaceId")}
    and ${isInWork} and ${hasFreeSpecs} and ${isInScope} and plans.id > ${param("after")}`;
  return db
    .selectFrom(
      sql<{ id: string | null }>`(
        select (${first} and plans.audience = audiences.audience and plans.free_readiness = grades.grade
            order by plans.id limit 1) as id
          from (select 'TEAM' as audience union all select cast(${param("userId")} as text)) as audiences
            cross join (select 1 as grade union all select 2 union all select 3 union all select 4 union all select 5) as grades
          where grades.grade >= ${param("minReadiness")}
        union all
        select (${first} and plans.root_plan_id = shares.plan_id and plans.free_readiness >= ${param("minReadiness")}
            order by plans.id limit 1) as id
          from shares join plans as root on root.workspace_id = shares.workspace_id and root.id = shares.plan_id
          where shares.workspace_id = ${param("workspaceId")} and shares.user_id = ${param("userId")}
            and shares.capability = 'EDIT' and root.visibility = 'PRIVATE'
      )`.as("found"),
    )
    .select(sql<string>`found.id`.as("id"))
    .where("found.id", "is not", null)
    .orderBy("found.id")
    .limit(1);
}

interface SpecSearch {
  workspaceId: string;
  planId: string;
  minReadiness: number;
  maxEffort: number;
  /** Position and id after which the search goes on. */
  position: number;
  after: string;
}

/** Returns the first spec of a plan to claim: one look-up for each readiness. */
export const firstSpec = statement((db, param: Param<SpecSearch>) =>
  db
    .selectFrom("plans")
    .crossJoin(
      sql<{
        key: number;
        shown: number;
        shown_beside_questions: number;
      }>`(select column1 as key, column2 as shown,
        column3 as shown_beside_questions from (${readinessKeys}) as listed)`.as("keys"),
    )
    .innerJoin("specs", (join) =>
      join.onRef("specs.workspace_id", "=", "plans.workspace_id").on(
        "specs.id",
        "=",
        sql<string>`(select specs.id from specs
          where specs.workspace_id = plans.workspace_id and specs.plan_id = plans.id and ${isFreeSpec}
            and ${readinessKey} = keys.key and specs.position >= ${param("position")}
            and (specs.position > ${param("position")} or specs.id > ${param("after")})
            and coalesce(specs.effort, 0) <= ${param("maxEffort")}
          order by specs.position, specs.id limit 1)`,
      ),
    )
    .select(["specs.id", "specs.plan_id", "specs.position"])
    .where("plans.workspace_id", "=", param("workspaceId"))
    .where("plans.id", "=", param("planId"))
    .where(isInWork)
    .where(hasFreeSpecs)
    .where(
      sql<SqlBool>`(case when plans.has_open_questions = 1 then keys.shown_beside_questions else keys.shown end)
        >= ${param("minReadiness")}`,
    )
    .orderBy("specs.position")
    .orderBy("specs.id")
    .limit(1),
);
