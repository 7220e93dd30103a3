import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { type Db, isFoundBy } from "../../storage/dialect.ts";
import { plansReadableBy } from "../plans/access.ts";

interface Within {
  projectId: string | undefined;
}

/** Selects the ids of the plans that a search of the actor looks into; `among` is a query for some of them. */
export const plansReadable = (db: Db, actor: Actor, { projectId }: Within, among?: RawBuilder<unknown>) =>
  plansReadableBy(db, actor)
    .where("plans.archived_at", "is", null)
    .$if(among !== undefined, (plans) => plans.where(isFoundBy(db, "plans.id", among ?? sql``)))
    .$if(projectId !== undefined, (plans) => plans.where("plans.project_id", "=", projectId ?? ""))
    .clearSelect()
    .select("plans.id");

/** Returns the condition that what lies in no plan, `known`, can be read: every member reads it. */
export function isReadableWithoutPlan(db: Db, { workspaceId }: Actor, { projectId }: Within) {
  const projects = db
    .selectFrom("projects")
    .where("workspace_id", "=", workspaceId)
    .where("archived_at", "is", null)
    .$if(projectId !== undefined, (own) => own.where("id", "=", projectId ?? ""))
    .select("id");
  const ofAll = projectId === undefined ? sql`or known.project_id is null` : sql``;
  return sql`known.plan_id is null and (known.project_id in ${projects} ${ofAll})`;
}

/** Returns the condition that the actor can read `known`: a row of the index with its plan and project. */
export const canBeRead = (db: Db, actor: Actor, within: Within, among?: RawBuilder<unknown>) =>
  sql`(known.plan_id in ${plansReadable(db, actor, within, among)}
    or (${isReadableWithoutPlan(db, actor, within)}))`;
