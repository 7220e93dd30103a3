import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { type Db, isFoundBy } from "../../storage/dialect.ts";
import { plansReadableBy } from "../plans/access.ts";

interface Within {
  projectId: string | undefined;
}

/** Selects ids of plans that a search covers; `among` restricts them. */
export const plansReadable = (db: Db, actor: Actor, { projectId }: Within, among?: RawBuilder<unknown>) =>
  plansReadableBy(db, actor)
    .where("plans.archived_at", "is", null)
    .$if(among !== undefined, (plans) => plans.where(isFoundBy(db, "plans.id", among ?? sql``)))
    .$if(projectId !== undefined, (plans) => plans.where("plans.project_id", "=", projectId ?? ""))
    .clearSelect()
    .select("plans.id");

/** Selects ids of projects that a search covers, readable by all members. */
export const projectsReadable = (db: Db, { workspaceId }: Actor, { projectId }: Within) =>
  db
    .selectFrom("projects")
    .where("workspace_id", "=", workspaceId)
    .where("archived_at", "is", null)
    .$if(projectId !== undefined, (own) => own.where("id", "=", projectId ?? ""))
    .select("id");

/** Returns `rest` if the search covers the workspace's own texts. */
export const ofWorkspace = ({ projectId }: Within, rest: RawBuilder<unknown>) =>
  projectId === undefined ? rest : sql``;

/** Returns the condition that the actor can read the index row `known`. */
export const canBeRead = (db: Db, actor: Actor, within: Within, among?: RawBuilder<unknown>) =>
  sql`(known.plan_id in ${plansReadable(db, actor, within, among)}
    or (known.plan_id is null and (known.project_id in ${projectsReadable(db, actor, within)}
      ${ofWorkspace(within, sql`or known.project_id is null`)})))`;
