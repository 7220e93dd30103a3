import type { Audience } from "../../events/visibility.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { expectOne } from "../../storage/expect-one.ts";

interface PlanRoot {
  workspace_id: string;
  root_plan_id: string;
}

/** Returns a plan's readers before a change that may end access: the inverse of `plansReadableBy`. */
export async function readersOf(db: Db, { workspace_id, root_plan_id }: PlanRoot): Promise<Audience> {
  const found = await db
    .selectFrom("plans")
    .leftJoin("shares", (join) =>
      join
        .onRef("shares.workspace_id", "=", "plans.workspace_id")
        .onRef("shares.plan_id", "=", "plans.id")
        .on("plans.visibility", "<>", "TEAM"),
    )
    .select(["plans.visibility", "plans.owner_user_id", "shares.user_id"])
    .where("plans.workspace_id", "=", workspace_id)
    .where("plans.id", "=", root_plan_id)
    .execute();
  const { visibility, owner_user_id } = expectOne(found.slice(0, 1));
  if (visibility === "TEAM") return "members";
  const people = [owner_user_id, ...found.map(({ user_id }) => user_id)];
  return [...new Set(people)].filter((id) => id !== null);
}

/** Returns the root's owner. */
export async function ownerOf(db: Db, { workspace_id, root_plan_id }: PlanRoot): Promise<string | null> {
  const root = await db
    .selectFrom("plans")
    .select("owner_user_id")
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", root_plan_id)
    .executeTakeFirst();
  return root?.owner_user_id ?? null;
}

/** Returns which of these members can read which plans, in one query, by the rule of `plansReadableBy`. */
export async function readersOfPlans(
  db: Db,
  workspaceId: string,
  planIds: readonly string[],
  userIds: readonly string[],
): Promise<(planId: string, userId: string) => boolean> {
  if (planIds.length === 0) return () => false;
  const rows = await db
    .selectFrom("plans")
    .innerJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "plans.workspace_id")
        .onRef("projects.id", "=", "plans.project_id")
        .on("projects.archived_at", "is", null),
    )
    .innerJoin("plans as root", (join) =>
      join.onRef("root.workspace_id", "=", "plans.workspace_id").onRef("root.id", "=", "plans.root_plan_id"),
    )
    .leftJoin("shares", (join) =>
      join
        .onRef("shares.workspace_id", "=", "root.workspace_id")
        .onRef("shares.plan_id", "=", "root.id")
        .on("root.visibility", "<>", "TEAM")
        .on(isOneOf(db, "shares.user_id", userIds)),
    )
    .select(["plans.id", "root.visibility", "root.owner_user_id", "shares.user_id"])
    .where("plans.workspace_id", "=", workspaceId)
    .where(isOneOf(db, "plans.id", planIds))
    .execute();
  const open = new Set<string>();
  const named = new Set<string>();
  for (const { id, visibility, owner_user_id, user_id } of rows) {
    if (visibility === "TEAM") open.add(id);
    named.add(`${id} ${owner_user_id}`);
    if (user_id !== null) named.add(`${id} ${user_id}`);
  }
  return (planId, userId) => open.has(planId) || named.has(`${planId} ${userId}`);
}
