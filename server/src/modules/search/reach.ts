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

/** Selects the ids of the projects that it looks into: every member reads what lies there in no plan. */
export const projectsReadable = (db: Db, { workspaceId }: Actor, { projectId }: Within) =>
  db
    .selectFrom("projects")
    .where("workspace_id", "=", workspaceId)
    .where("archived_at", "is", null)
    .$if(projectId !== undefined, (own) => own.where("id", "=", projectId ?? ""))
    .select("id");

/** Returns `rest` where the search looks into the whole workspace, which has texts of its own. */
export const ofWorkspace = ({ projectId }: Within, rest: RawBuilder<unknown>) =>
  projectId === undefined ? rest : sql``;

/** Returns the condition that the actor can read `known`: a row of the index with its plan and project. */
export const canBeRead = (db: Db, actor: Actor, within: Within, among?: RawBuilder<unknown>) =>
  sql`(known.plan_id in ${plansReadable(db, actor, within, among)}
    or (known.plan_id is null and (known.project_id in ${projectsReadable(db, actor, within)}
      ${ofWorkspace(within, sql`or known.project_id is null`)})))`;
