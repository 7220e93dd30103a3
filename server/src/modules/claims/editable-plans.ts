import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Choice } from "./free-specs.ts";

/** Plans read together. */
const atOnce = 500;

export type EditablePlan = Awaited<ReturnType<ReturnType<typeof openPlans>["execute"]>>[number];

/** Yields the plans with open specs that the actor can edit, within the choice's scope, some at a time. */
export async function* editablePlans(db: Db, actor: Actor, choice: Choice) {
  if (actor.role === "VIEWER") return;
  for (const audience of ["TEAM", actor.userId])
    yield* inChunks((after) =>
      openPlans(db, actor, choice)
        .where("audience", "=", audience)
        .where("id", ">", after)
        .orderBy("id")
        .limit(atOnce)
        .execute(),
    );
  const shares = await db
    .selectFrom("shares")
    .select("plan_id")
    .where("workspace_id", "=", actor.workspaceId)
    .where("user_id", "=", actor.userId)
    .where("capability", "=", "EDIT")
    .execute();
  for (const { plan_id } of shares)
    yield* inChunks((after) =>
      openPlans(db, actor, choice)
        .where("root_plan_id", "=", plan_id)
        .where("audience", "not in", ["TEAM", actor.userId])
        .where("id", ">", after)
        .orderBy("id")
        .limit(atOnce)
        .execute(),
    );
}

function openPlans(db: Db, { workspaceId }: Actor, { scope: { projectId, planId } }: Choice) {
  const plans = db
    .selectFrom("plans")
    .select(["id", "status", "waits", "free_readiness"])
    .where("workspace_id", "=", workspaceId)
    // Literals, so that the partial index applies.
    .where("has_open_specs", "=", sql.lit(1))
    .where("archived_at", "is", null)
    .where(sql<SqlBool>`(select root.template from plans as root
      where root.workspace_id = plans.workspace_id and root.id = plans.root_plan_id) = 0`);
  const inProject = projectId === null ? plans : plans.where("project_id", "=", projectId);
  return planId === null ? inProject : inProject.where("id", "=", planId);
}

async function* inChunks(read: (after: string) => Promise<EditablePlan[]>) {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const plans: EditablePlan[] = await read(after);
    if (plans.length > 0) yield plans;
    after = plans.length < atOnce ? undefined : plans.at(-1)?.id;
  }
}
