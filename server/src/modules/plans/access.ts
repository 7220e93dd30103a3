import type { Capability } from "@groundplan/contract";
import type { Selectable } from "kysely";
import { ApiError, forbidden, notFound } from "../../errors.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { type Of, statement } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";
import { handleNumber, planHandle } from "../handles.ts";
import type { Actor } from "../identity/actor.ts";

/** A plan with what the actor may do with it: one that can't be read is never loaded. */
export interface PlanRow extends Selectable<Tables["plans"]> {
  capability: Capability;
  root_visibility: string | null;
  root_owner_user_id: string | null;
}

const rank: Record<Capability, number> = { NONE: 0, READ: 1, EDIT: 2, OWN: 3 };

/**
 * Access is decided at the root plan; sub-plans inherit it (decisions section 2, plans). `TEAM`: the plan's
 * owner and workspace owners OWN, members EDIT, viewers READ. `PRIVATE`: the owner OWN, others by share. A
 * viewer never gets more than READ.
 */
function capabilityOf(
  actor: Pick<Actor, "userId" | "role">,
  root: { visibility: string | null; owner: string | null; share: string | null },
): Capability {
  const team = root.visibility === "TEAM";
  let capability: Capability = (root.share as Capability | null) ?? "NONE";
  if (team && rank[capability] < rank.EDIT) capability = "EDIT";
  if (root.owner === actor.userId || (team && actor.role === "OWNER")) capability = "OWN";
  return actor.role === "VIEWER" && capability !== "NONE" ? "READ" : capability;
}

/** Plans of projects that exist, joined with their roots (`root`) and the actor's share (`share`). */
function plansBefore(db: Db, actor: Pick<Actor, "workspaceId" | "userId">) {
  return db
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
    .leftJoin("shares as share", (join) =>
      join
        .onRef("share.workspace_id", "=", "root.workspace_id")
        .onRef("share.plan_id", "=", "root.id")
        .on("share.user_id", "=", actor.userId),
    )
    .where("plans.workspace_id", "=", actor.workspaceId)
    .selectAll("plans")
    .select([
      "root.visibility as root_visibility",
      "root.owner_user_id as root_owner_user_id",
      "share.capability as share_capability",
    ]);
}

/** Plans that the actor can read. A plan of a deleted project does not exist. */
export function plansReadableBy(db: Db, actor: Pick<Actor, "workspaceId" | "userId">) {
  return plansBefore(db, actor).where((where) =>
    where.or([
      where("root.visibility", "=", "TEAM"),
      where("root.owner_user_id", "=", actor.userId),
      where("share.capability", "is not", null),
    ]),
  );
}

/** A plan after a write of the actor's own, who may have given up the right to read it: their last look. */
export async function lastLook(db: Db, actor: Actor, planId: string): Promise<PlanRow> {
  const row = await plansBefore(db, actor).where("plans.id", "=", planId).executeTakeFirstOrThrow();
  return withCapability(actor, row);
}

type Loaded = Omit<PlanRow, "capability"> & { share_capability: string | null };

/** Completes the row in its place: a copy of so many columns costs as much as reading them. */
export function withCapability(actor: Actor, row: Loaded): PlanRow {
  const { root_visibility: visibility, root_owner_user_id: owner, share_capability: share } = row;
  return Object.assign(row, { capability: capabilityOf(actor, { visibility, owner, share }) });
}

/** A plan the caller cannot read answers 404, the same as a plan that does not exist (contract section 4). */
export async function readablePlan(
  db: Db,
  actor: Actor,
  path: { projectSlug: string; planShortId: string },
): Promise<PlanRow> {
  const number = handleNumber("PLAN", path.planShortId);
  if (number === null) throw notFound("plan");
  const { workspaceId, userId } = actor;
  const [row] = await planOfPath(db, { workspaceId, userId, number, projectSlug: path.projectSlug });
  if (!row) throw notFound("plan");
  return withCapability(actor, row);
}

interface PlanPath {
  workspaceId: string;
  userId: string;
  number: number;
  projectSlug: string;
}

const planOfPath = statement((db, of: Of<PlanPath>) =>
  plansReadableBy(db, { workspaceId: of("workspaceId"), userId: of("userId") })
    .where("plans.number", "=", of("number"))
    .where("projects.slug", "=", of("projectSlug")),
);

/** A plan that a body or a filter names by handle or id; the same 404. */
export async function referencedPlan(db: Db, actor: Actor, reference: string): Promise<PlanRow> {
  const number = handleNumber("PLAN", reference);
  const query = plansReadableBy(db, actor);
  const row = await (number === null
    ? query.where("plans.id", "=", reference)
    : query.where("plans.number", "=", number)
  ).executeTakeFirst();
  if (!row) throw notFound("plan");
  return withCapability(actor, row);
}

/** A plan the caller can read but not edit answers 403 on edit; an archived one 409 after that. */
export async function editablePlan(
  db: Db,
  actor: Actor,
  path: { projectSlug: string; planShortId: string },
): Promise<PlanRow> {
  return requireEdit(await readablePlan(db, actor, path));
}

/** Only OWN may archive, restore, delete, move, share, change visibility or hand over (decisions section 2). */
export async function ownedPlan(
  db: Db,
  actor: Actor,
  path: { projectSlug: string; planShortId: string },
): Promise<PlanRow> {
  return requireNotArchived(requireOwn(await readablePlan(db, actor, path)));
}

export function requireEdit(plan: PlanRow): PlanRow {
  if (rank[plan.capability] < rank.EDIT) {
    throw forbidden(
      `You can read ${planHandle(plan.number)} but not edit it. Ask its owner for an EDIT share.`,
    );
  }
  return requireNotArchived(plan);
}

export function requireOwn(plan: PlanRow): PlanRow {
  if (plan.capability !== "OWN") {
    throw forbidden(`Only an owner of ${planHandle(plan.number)} can do this. Ask its owner.`);
  }
  return plan;
}

/** A write to an archived plan answers 409 (contract section 3). */
export function requireNotArchived(plan: PlanRow): PlanRow {
  if (plan.archived_at) {
    throw new ApiError("plan_archived", `${planHandle(plan.number)} is archived. Restore it first.`);
  }
  return plan;
}

/** Visibility, owner and shares belong to the root (decisions section 2). */
export function requireRoot(plan: PlanRow): PlanRow {
  if (plan.parent_plan_id) {
    throw new ApiError(
      "not_root",
      `${planHandle(plan.number)} is a sub-plan and inherits this from its root. Use the root plan.`,
    );
  }
  return plan;
}

/** What a path reaches, and nothing else: for replays of kept answers. */
export async function requireReach(
  db: Db,
  actor: Actor,
  path: { projectSlug?: string; planShortId?: string; planId?: string },
): Promise<void> {
  if (path.planId) await referencedPlan(db, actor, path.planId);
  if (path.projectSlug && path.planShortId) {
    await readablePlan(db, actor, { projectSlug: path.projectSlug, planShortId: path.planShortId });
  }
}

/** Of these plan ids, those that the actor can read. */
export async function readablePlanIds(db: Db, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await plansReadableBy(db, actor)
    .clearSelect()
    .select("plans.id")
    .where(isOneOf(db, "plans.id", [...new Set(ids)]))
    .execute();
  return new Set(rows.map((row) => row.id));
}
