import { type Selectable, type SqlBool, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import { plansReadableBy } from "../plans/access.ts";

export type ViewRow = Selectable<Tables["views"]>;

/** A view with current names of its place and of who made it. */
export type NamedView = Awaited<ReturnType<ReturnType<typeof visibleViews>["execute"]>>[number];

/** Selects an actor's own views and the workspace's, without those of plans that the actor can't read. */
export const visibleViews = (db: Db, actor: Pick<Actor, "workspaceId" | "userId">) =>
  db
    .selectFrom("views")
    .leftJoin("users as maker", "maker.id", "views.created_by")
    .leftJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "views.workspace_id")
        .onRef("projects.id", "=", "views.project_id")
        .on("projects.archived_at", "is", null),
    )
    .leftJoin("plans as plan", (join) =>
      join.onRef("plan.workspace_id", "=", "views.workspace_id").onRef("plan.id", "=", "views.plan_id"),
    )
    .selectAll("views")
    .select(["maker.name as maker_name", "projects.slug", "plan.number as plan_number"])
    .where("views.workspace_id", "=", actor.workspaceId)
    .where((where) =>
      where.or([where("views.user_id", "is", null), where("views.user_id", "=", actor.userId)]),
    )
    .where((where) => where.or([where("views.project_id", "is", null), where("projects.id", "is not", null)]))
    .where((where) =>
      where.or([
        where("views.plan_id", "is", null),
        where.exists(
          plansReadableBy(db, actor)
            .clearSelect()
            .select("plans.id")
            .where(sql<SqlBool>`plans.id = views.plan_id`),
        ),
      ]),
    );

export const findView = (db: Db, actor: Pick<Actor, "workspaceId" | "userId">, id: string) =>
  visibleViews(db, actor).where("views.id", "=", id).executeTakeFirst();
