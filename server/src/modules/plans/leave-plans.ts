import { appendEvents, type By } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { type Db, isOneOf, type Tx } from "../../storage/dialect.ts";
import { aboutPlan } from "./events.ts";

/** Tests whether a user owns plans, archived ones included. */
export async function ownsPlans(db: Db, workspaceId: string, userId: string): Promise<boolean> {
  return (await rootsOf(db, workspaceId, userId).limit(1).execute()).length > 0;
}

/** Transfers a leaving user's plans; no other reader loses access. */
export async function handOverPlans(tx: Tx, by: By, from: string, to: string): Promise<void> {
  const plans = await rootsOf(tx, by.workspaceId, from).orderBy("plans.id").execute();
  if (plans.length === 0) return;
  const ids = plans.map(({ id }) => id);
  await tx
    .updateTable("plans")
    .set({ owner_user_id: to, updated_at: now() })
    .where("workspace_id", "=", by.workspaceId)
    .where(isOneOf(tx, "id", ids))
    .execute();
  await appendEvents(
    tx,
    by,
    plans.map((plan) => ({
      type: "plan.owner_changed",
      ...aboutPlan(plan),
      readers: null,
      tells: [to],
      data: { from, to },
    })),
  );
}

export async function endShares(tx: Tx, by: By, userId: string): Promise<void> {
  const shared = await tx
    .selectFrom("shares")
    .innerJoin("plans", (join) =>
      join.onRef("plans.workspace_id", "=", "shares.workspace_id").onRef("plans.id", "=", "shares.plan_id"),
    )
    .select(["plans.id", "plans.project_id"])
    .where("shares.workspace_id", "=", by.workspaceId)
    .where("shares.user_id", "=", userId)
    .orderBy("plans.id")
    .execute();
  await tx
    .deleteFrom("shares")
    .where("workspace_id", "=", by.workspaceId)
    .where("user_id", "=", userId)
    .execute();
  await appendEvents(
    tx,
    by,
    shared.map((plan) => ({ type: "plan.unshared", ...aboutPlan(plan), readers: null, data: { userId } })),
  );
}

const rootsOf = (db: Db, workspaceId: string, userId: string) =>
  db
    .selectFrom("plans")
    .innerJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "plans.workspace_id")
        .onRef("projects.id", "=", "plans.project_id")
        .on("projects.archived_at", "is", null),
    )
    .select(["plans.id", "plans.project_id"])
    .where("plans.workspace_id", "=", workspaceId)
    .where("plans.owner_user_id", "=", userId);
