import {
  deleteShare,
  getShare,
  listShares,
  putShare,
  type Role,
  type Share,
  type ShareCapability,
  setPlanOwner,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { post, read, write } from "../../dispatch/handlers.ts";
import { invalid, notFound, ofField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { requireRevision } from "../../revisions/revisions.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Key, pageOf } from "../paging.ts";
import {
  loadAfterWrite,
  type PlanRow,
  readablePlan,
  requireNotArchived,
  requireOwn,
  requireRoot,
  worthTo,
} from "./access.ts";
import { aboutPlan } from "./events.ts";
import { disclosesPlan, presentPlan } from "./present.ts";
import { readersOf } from "./readers.ts";

/** Lists shares for any reader; sub-plans show their root's. */
export const sharesList = read(listShares, async (db, actor, { params, query }) => {
  const plan = await readablePlan(db, actor, params);
  const list = `${listShares.id} ${plan.root_plan_id}`;
  const shares = db
    .selectFrom("shares")
    .innerJoin("users", "users.id", "shares.user_id")
    .innerJoin("memberships", (join) =>
      join
        .onRef("memberships.workspace_id", "=", "shares.workspace_id")
        .onRef("memberships.user_id", "=", "shares.user_id"),
    )
    .select(["shares.user_id", "shares.capability", "shares.created_at"])
    .select(["users.name", "users.email", "memberships.role"])
    .where("shares.workspace_id", "=", plan.workspace_id)
    .where("shares.plan_id", "=", plan.root_plan_id)
    .orderBy("shares.created_at")
    .orderBy("shares.user_id");
  const fetch = (after: Key, limit: number) => {
    const [sharedAt = "", userId = ""] = after.map(String);
    return shares
      .where((where) =>
        where.or([
          where("shares.created_at", ">", sharedAt),
          where.and([where("shares.created_at", "=", sharedAt), where("shares.user_id", ">", userId)]),
        ]),
      )
      .limit(limit)
      .execute();
  };
  const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.created_at, row.user_id]);
  return { shares: rows.map(presentShare), ...next };
});

export const shareGet = read(getShare, async (db, actor, { params }) => {
  const plan = await readablePlan(db, actor, params);
  const member = await byName(db, actor, params.userId).executeTakeFirst();
  const share = member && (await findShare(db, { ...plan, id: plan.root_plan_id }, member.user_id));
  if (!share) throw notFound("share");
  return { share: presentShare({ ...member, capability: share.capability }) };
});

/** Shares a plan; no-op if unchanged. A reduced share notifies nobody. */
export const sharePut = write(putShare, async (tx, actor, { params, body }) => {
  const readable = await readablePlan(tx, actor, params);
  const member = await required(byName(tx, actor, params.userId));
  const plan = requireShareable(readable);
  const before = await findShare(tx, plan, member.user_id);
  const share = presentShare({ ...member, capability: body.capability });
  if (before?.capability === body.capability) return { share };
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
  await appendEvents(tx, actor, [
    {
      type: "plan.shared",
      ...aboutPlan(plan),
      notifies: before?.capability === "EDIT" ? [] : [member.user_id],
      data: { userId: member.user_id, capability: body.capability },
    },
  ]);
  return { share };
});

export const shareDelete = write(deleteShare, async (tx, actor, { params }) => {
  const readable = await readablePlan(tx, actor, params);
  const member = await byName(tx, actor, params.userId).executeTakeFirst();
  const userId = member?.user_id ?? params.userId;
  if (!(await findShare(tx, { ...readable, id: readable.root_plan_id }, userId))) throw notFound("share");
  const plan = requireShareable(readable);
  const readers = await readersOf(tx, plan);
  await tx
    .deleteFrom("shares")
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .where("user_id", "=", userId)
    .execute();
  await appendEvents(tx, actor, [
    { type: "plan.unshared", ...aboutPlan(plan), audience: readers, data: { userId } },
  ]);
  return { removed: true as const };
});

/** Transfers a plan. The answer shows it even if the caller just lost access. */
export const ownerSet = post(setPlanOwner, disclosesPlan, async (tx, actor, { params, body, ifMatch }) => {
  const readable = await readablePlan(tx, actor, params);
  const member = await ofField("/userId", () => memberOf(tx, actor, body.userId));
  const plan = requireShareable(readable);
  requireRevision(plan.revision, ifMatch);
  if (member.role === "VIEWER") throw invalid("/userId", "is a viewer, who can't own plans; name a member");
  const readers = await readersOf(tx, plan);
  await tx
    .updateTable("plans")
    .set({ owner_user_id: member.user_id, updated_at: now() })
    .where("workspace_id", "=", plan.workspace_id)
    .where("id", "=", plan.id)
    .execute();
  await appendEvents(tx, actor, [
    {
      type: "plan.owner_changed",
      ...aboutPlan(plan),
      audience: readers,
      notifies: [member.user_id],
      data: { from: plan.owner_user_id, to: member.user_id },
    },
  ]);
  return { plan: presentPlan(await loadAfterWrite(tx, actor, plan.id)) };
});

/** Checks that a plan may be shared: OWN (403), not archived, a root (409). */
function requireShareable(plan: PlanRow): PlanRow {
  return requireRoot(requireNotArchived(requireOwn(plan)));
}

/** Selects a member by id or normalized e-mail address. */
function byName(db: Db, actor: Actor, name: string) {
  const found = membersOf(db, actor);
  return name.includes("@")
    ? found.where("users.email", "=", name.trim().toLowerCase())
    : found.where("memberships.user_id", "=", name);
}

const memberOf = (db: Db, actor: Actor, userId: string) =>
  required(membersOf(db, actor).where("memberships.user_id", "=", userId));

async function required(found: ReturnType<typeof membersOf>) {
  const member = await found.executeTakeFirst();
  if (!member) throw notFound("member");
  return member;
}

const membersOf = (db: Db, actor: Actor) =>
  db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["memberships.user_id", "memberships.role", "users.name", "users.email"])
    .where("memberships.workspace_id", "=", actor.workspaceId);

function findShare(db: Db, plan: Pick<PlanRow, "workspace_id" | "id">, userId: string) {
  return db
    .selectFrom("shares")
    .selectAll()
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Returns the API's form of a share: the granted and the effective capability. */
function presentShare(row: {
  user_id: string;
  name: string;
  email: string;
  role: Role;
  capability: ShareCapability;
}): Share {
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    capability: row.capability,
    effective: worthTo(row.role, row.capability),
  };
}
