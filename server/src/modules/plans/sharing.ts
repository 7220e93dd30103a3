import { deleteShare, listShares, putShare, setPlanOwner } from "@groundplan/contract";
import { read, write } from "../../dispatch/handlers.ts";
import { invalid, notFound } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Actor } from "../identity/actor.ts";
import { type Key, pageOf } from "../paging.ts";
import {
  lastLook,
  type PlanRow,
  readablePlan,
  requireNotArchived,
  requireOwn,
  requireRoot,
} from "./access.ts";
import { presentPlan } from "./present.ts";

/** Whoever reads a plan sees its shares; a sub-plan shows its root's. */
export const sharesList = read(listShares, async (db, actor, { params, query }) => {
  const plan = await readablePlan(db, actor, params);
  const list = `${listShares.id} ${plan.root_plan_id}`;
  const shares = db
    .selectFrom("shares")
    .innerJoin("users", "users.id", "shares.user_id")
    .select(["shares.user_id", "shares.capability", "shares.created_at", "users.email"])
    .where("shares.workspace_id", "=", plan.workspace_id)
    .where("shares.plan_id", "=", plan.root_plan_id)
    .orderBy("shares.created_at")
    .orderBy("shares.user_id");
  const fetch = (after: Key, limit: number) => {
    const [at = "", userId = ""] = after.map(String);
    return shares
      .where((where) =>
        where.or([
          where("shares.created_at", ">", at),
          where.and([where("shares.created_at", "=", at), where("shares.user_id", ">", userId)]),
        ]),
      )
      .limit(limit)
      .execute();
  };
  const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.created_at, row.user_id]);
  return { shares: rows.map(presentShare), ...next };
});

export const sharePut = write(putShare, async (tx, actor, { params, body }) => {
  const readable = await readablePlan(tx, actor, params);
  const member = await memberOf(tx, actor, params.userId);
  const plan = sharedBy(readable);
  const row = {
    workspace_id: plan.workspace_id,
    plan_id: plan.id,
    user_id: member.user_id,
    capability: body.capability,
    created_at: now(),
  };
  await tx
    .insertInto("shares")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "plan_id", "user_id"]).doUpdateSet({ capability: body.capability }),
    )
    .execute();
  const kept = await findShare(tx, plan, member.user_id);
  await appendEvents(tx, actor, [
    shareEvent("plan.shared", plan, { userId: member.user_id, capability: body.capability }),
  ]);
  return {
    share: presentShare({ ...row, created_at: kept?.created_at ?? row.created_at, email: member.email }),
  };
});

export const shareDelete = write(deleteShare, async (tx, actor, { params }) => {
  const readable = await readablePlan(tx, actor, params);
  if (!(await findShare(tx, { ...readable, id: readable.root_plan_id }, params.userId)))
    throw notFound("share");
  const plan = sharedBy(readable);
  await tx
    .deleteFrom("shares")
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .where("user_id", "=", params.userId)
    .execute();
  await appendEvents(tx, actor, [shareEvent("plan.unshared", plan, { userId: params.userId })]);
  return { removed: true as const };
});

/** Hands the plan over. The answer is the caller's last look where nothing else lets them read it. */
export const ownerSet = write(setPlanOwner, async (tx, actor, { params, body }) => {
  const readable = await readablePlan(tx, actor, params);
  const member = await memberOf(tx, actor, body.userId);
  const plan = sharedBy(readable);
  if (member.role === "VIEWER") throw invalid("/userId", "is a viewer, who can't own plans; name a member");
  await tx
    .updateTable("plans")
    .set({ owner_user_id: member.user_id, updated_at: now() })
    .where("workspace_id", "=", plan.workspace_id)
    .where("id", "=", plan.id)
    .execute();
  await appendEvents(tx, actor, [
    shareEvent("plan.owner_changed", plan, { from: plan.owner_user_id, to: member.user_id }),
  ]);
  return { plan: presentPlan(await lastLook(tx, actor, plan.id)) };
});

/** Sharing needs OWN (403), then a plan that is not archived, then a root (409). */
function sharedBy(plan: PlanRow): PlanRow {
  return requireRoot(requireNotArchived(requireOwn(plan)));
}

async function memberOf(db: Db, actor: Actor, userId: string) {
  const member = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["memberships.user_id", "memberships.role", "users.email"])
    .where("memberships.workspace_id", "=", actor.workspaceId)
    .where("memberships.user_id", "=", userId)
    .executeTakeFirst();
  if (!member) throw notFound("member");
  return member;
}

function findShare(db: Db, plan: Pick<PlanRow, "workspace_id" | "id">, userId: string) {
  return db
    .selectFrom("shares")
    .selectAll()
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

function presentShare(row: {
  user_id: string;
  capability: string;
  created_at: string;
  email: string | null;
}) {
  return {
    userId: row.user_id,
    email: row.email,
    capability: row.capability as "READ" | "EDIT",
    createdAt: row.created_at,
  };
}

function shareEvent(type: string, plan: PlanRow, data: Record<string, unknown>) {
  return { type, subjectId: plan.id, planId: plan.id, projectId: plan.project_id, data };
}
