import type { Actor, Author } from "../../../actor.ts";
import { appendEvents } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import { type Db, isOneOf, type Tx } from "../../../storage/dialect.ts";
import { sortedBy } from "../../../storage/sorted-by.ts";
import { aboutPlan } from "../events.ts";

/** Tests whether a user owns plans, archived ones included. Those of deleted projects exist for nobody. */
export async function ownsPlans(db: Db, workspaceId: string, userId: string): Promise<boolean> {
  const owned = plansOf(db, workspaceId)
    .where("plans.owner_user_id", "=", userId)
    .where("projects.archived_at", "is", null);
  return (await owned.limit(1).execute()).length > 0;
}

/**
 * Transfers a leaving user's plans, also of deleted projects, which can be restored; no other reader loses
 * access.
 */
export const handOverPlans = async (tx: Tx, by: Author, from: string, to: string): Promise<void> =>
  give(tx, by, await plansOf(tx, by.workspaceId).where("plans.owner_user_id", "=", from).execute(), to);

/** Gives a restored project's plans whose owners left meanwhile to the actor: nobody else may reach them. */
export async function takeLeftPlans(tx: Tx, actor: Actor, projectId: string): Promise<void> {
  const left = plansOf(tx, actor.workspaceId)
    .leftJoin("memberships", (join) =>
      join
        .onRef("memberships.workspace_id", "=", "plans.workspace_id")
        .onRef("memberships.user_id", "=", "plans.owner_user_id"),
    )
    .where("plans.project_id", "=", projectId)
    .where("plans.owner_user_id", "is not", null)
    .where("memberships.user_id", "is", null);
  await give(tx, actor, await left.execute(), actor.userId);
}

type Owned = Awaited<ReturnType<ReturnType<typeof plansOf>["execute"]>>;

async function give(tx: Tx, author: Author, owned: Owned, to: string): Promise<void> {
  if (owned.length === 0) return;
  const plans = owned.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const ids = plans.map(({ id }) => id);
  await tx
    .updateTable("plans")
    .set({ owner_user_id: to, updated_at: now() })
    .where("workspace_id", "=", author.workspaceId)
    .where(isOneOf(tx, "id", ids))
    .execute();
  await appendEvents(
    tx,
    author,
    plans.map((plan) => ({
      type: "plan.owner_changed",
      ...aboutPlan(plan),
      audience: null,
      notifies: [to],
      data: { from: plan.owner_user_id, to },
    })),
  );
}

export async function endShares(tx: Tx, author: Author, userId: string): Promise<void> {
  const shared = await tx
    .selectFrom("shares")
    .innerJoin("plans", (join) =>
      join.onRef("plans.workspace_id", "=", "shares.workspace_id").onRef("plans.id", "=", "shares.plan_id"),
    )
    .select(["plans.id", "plans.project_id"])
    .where("shares.workspace_id", "=", author.workspaceId)
    .where("shares.user_id", "=", userId)
    .execute();
  await tx
    .deleteFrom("shares")
    .where("workspace_id", "=", author.workspaceId)
    .where("user_id", "=", userId)
    .execute();
  await appendEvents(
    tx,
    author,
    sortedBy(shared, "id").map((plan) => ({
      type: "plan.unshared",
      ...aboutPlan(plan),
      audience: null,
      data: { userId },
    })),
  );
}

/** Selects a workspace's plans, of which only roots have owners. */
const plansOf = (db: Db, workspaceId: string) =>
  db
    .selectFrom("plans")
    .innerJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "plans.workspace_id")
        .onRef("projects.id", "=", "plans.project_id"),
    )
    .select(["plans.id", "plans.project_id", "plans.owner_user_id"])
    .where("plans.workspace_id", "=", workspaceId);
