import type { Capability, Role, ShareCapability, Visibility } from "@groundplan/contract";
import { type Selectable, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { ApiError, forbidden, notFound } from "../../errors.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";
import { handleNumber, planHandle } from "../handles.ts";
import { readableProject } from "../projects/access.ts";
import { plansOfSpecs } from "./plans-of-specs.ts";

/** A plan with the actor's capability; unreadable plans are never loaded. */
export interface PlanRow extends Selectable<Tables["plans"]> {
  capability: Capability;
  /** The actor's role. */
  role: Role;
  root_visibility: Visibility | null;
  root_owner_user_id: string | null;
  root_number: number;
  root_template: 0 | 1;
  /** Null on a root. */
  parent_number: number | null;
  /** 0 if the lead can't read the plan any more; null without a lead. */
  lead_active: 0 | 1 | null;
}

const rank: Record<Capability, number> = { NONE: 0, READ: 1, EDIT: 2, OWN: 3 };

/**
 * Returns the actor's capability, decided at the root (decisions section 2, plans). `TEAM`: plan and
 * workspace owners OWN, members EDIT, viewers READ. `PRIVATE`: the owner OWNs, others need a share.
 */
function capabilityOf(
  actor: Pick<Actor, "userId" | "role">,
  root: { visibility: Visibility | null; owner: string | null; share: ShareCapability | null },
): Capability {
  const team = root.visibility === "TEAM";
  let capability: Capability = root.share ?? "NONE";
  if (team && rank[capability] < rank.EDIT) capability = "EDIT";
  if (root.owner === actor.userId || (team && actor.role === "OWNER")) capability = "OWN";
  return worthTo(actor.role, capability);
}

/** Tests whether somebody owns a plan now, by their role; null for who is no member. */
export const mayOwn = (
  { root_visibility: visibility, root_owner_user_id: owner }: PlanRow,
  userId: string | null,
  role: Role | null,
): boolean =>
  userId !== null &&
  role !== null &&
  capabilityOf({ userId, role }, { visibility, owner, share: null }) === "OWN";

/** Returns a share's capability for a role: viewers get READ at most (decisions section 2, roles). */
export const worthTo = <C extends Capability>(role: Role, capability: C): C | "READ" =>
  role === "VIEWER" && capability !== "NONE" ? "READ" : capability;

/** Selects plans of existing projects with their roots (`root`) and the actor's share (`share`). */
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
      "root.number as root_number",
      "root.template as root_template",
      "share.capability as share_capability",
      parentNumber.as("parent_number"),
      leadActive.as("lead_active"),
    ]);
}

const leadActive = sql<0 | 1 | null>`case
  when plans.lead_user_id is null then null
  when root.visibility = 'TEAM' or root.owner_user_id = plans.lead_user_id or exists (
    select 1 from shares where shares.workspace_id = root.workspace_id and shares.plan_id = root.id
      and shares.user_id = plans.lead_user_id) then 1
  else 0 end`;

/** The parent's number, looked up unless the parent is the root. */
const parentNumber = sql<number | null>`case
  when plans.parent_plan_id is null then null
  when plans.parent_plan_id = plans.root_plan_id then root.number
  else (select parent.number from plans as parent
    where parent.workspace_id = plans.workspace_id and parent.id = plans.parent_plan_id) end`;

/** Selects plans that the actor can read. */
export function plansReadableBy(db: Db, actor: Pick<Actor, "workspaceId" | "userId">) {
  return plansBefore(db, actor).where((where) =>
    where.or([
      where("root.visibility", "=", "TEAM"),
      where("root.owner_user_id", "=", actor.userId),
      where("share.capability", "is not", null),
    ]),
  );
}

/** Loads a plan after the actor's write, which may have ended their access. */
export async function loadAfterWrite(db: Db, actor: Actor, planId: string): Promise<PlanRow> {
  const row = await plansBefore(db, actor).where("plans.id", "=", planId).executeTakeFirstOrThrow();
  return withCapability(actor, row);
}

type Loaded = Omit<PlanRow, "capability" | "role"> & { share_capability: ShareCapability | null };

/** Adds the capability in place, since copying the row costs as much as reading it. */
export function withCapability(actor: Pick<Actor, "userId" | "role">, row: Loaded): PlanRow {
  const { root_visibility: visibility, root_owner_user_id: owner, share_capability: share } = row;
  const capability = capabilityOf(actor, { visibility, owner, share });
  return Object.assign(row, { capability, role: actor.role });
}

/** Returns the path's plan; unreadable and missing ones are the same 404 (contract section 4). */
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

const planOfPath = statement((db, param: Param<PlanPath>) =>
  plansReadableBy(db, { workspaceId: param("workspaceId"), userId: param("userId") })
    .where("plans.number", "=", param("number"))
    .where("projects.slug", "=", param("projectSlug")),
);

/** Returns the plan of a handle with the slug of its project; unreadable and missing ones are the same 404. */
export async function planOfHandle(
  db: Db,
  { workspaceId, userId, role }: Actor,
  handle: string,
): Promise<{ plan: PlanRow; projectSlug: string }> {
  const number = handleNumber("PLAN", handle);
  const [row] = number === null ? [] : await planOfNumber(db, { workspaceId, userId, number });
  if (!row) throw notFound("plan");
  const { project_slug: projectSlug, ...plan } = row;
  return { plan: withCapability({ userId, role }, plan), projectSlug };
}

const planOfNumber = statement((db, param: Param<Omit<PlanPath, "projectSlug">>) =>
  plansReadableBy(db, { workspaceId: param("workspaceId"), userId: param("userId") })
    .where("plans.number", "=", param("number"))
    .select("projects.slug as project_slug"),
);

/** Returns a plan named by handle or id in a body or filter, with the same 404. */
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

/** Returns the path's plan for a change: 404, then 403, then 409 if archived. */
export async function editablePlan(
  db: Db,
  actor: Actor,
  path: { projectSlug: string; planShortId: string },
): Promise<PlanRow> {
  return requireEdit(await readablePlan(db, actor, path));
}

/**
 * Returns the path's plan for an action that needs OWN: archive, restore, delete, move, share, visibility,
 * transfer (decisions section 2).
 */
export async function ownedPlan(
  db: Db,
  actor: Actor,
  path: { projectSlug: string; planShortId: string },
): Promise<PlanRow> {
  return requireNotArchived(requireOwn(await readablePlan(db, actor, path)));
}

export const requireEdit = (plan: PlanRow): PlanRow => requireNotArchived(requireEditRight(plan));

/** Tests the right to edit, even if archived. */
export const rightToEdit = (plan: PlanRow): boolean => rank[plan.capability] >= rank.EDIT;

/** Throws 403 without the right to edit, even if archived. */
export function requireEditRight(plan: PlanRow): PlanRow {
  if (!rightToEdit(plan))
    throw forbiddenFor(
      plan,
      `You can read ${planHandle(plan.number)} but not edit it. Ask its owner for an EDIT share.`,
    );
  return plan;
}

export function requireOwn(plan: PlanRow): PlanRow {
  if (plan.capability !== "OWN")
    throw forbiddenFor(plan, `Only an owner of ${planHandle(plan.number)} can do this. Ask its owner.`);
  return plan;
}

/** Returns the 403. Viewers are told to ask for a role, since shares don't help them. */
function forbiddenFor(plan: PlanRow, message: string): ApiError {
  if (plan.role !== "VIEWER") return forbidden(message);
  return forbidden(
    `Your role is VIEWER: you can read ${planHandle(plan.number)}, and no share lets you change it. Ask an owner of the workspace for the MEMBER role.`,
  );
}

/** Throws 409 for an archived plan (contract section 3). */
export function requireNotArchived<P extends Pick<PlanRow, "archived_at" | "number">>(plan: P): P {
  if (plan.archived_at) {
    throw new ApiError("plan_archived", `${planHandle(plan.number)} is archived. Restore it first.`);
  }
  return plan;
}

/** Throws 409 for a template, on which nobody works. */
export function requireNoTemplate(plan: PlanRow): PlanRow {
  if (plan.root_template === 1) {
    throw new ApiError(
      "plan_template",
      `${planHandle(plan.number)} is a template. Duplicate it and work on the copy, or set \`template\` of ${planHandle(plan.root_number)} to false.`,
    );
  }
  return plan;
}

/** Throws 409 for a sub-plan: visibility, owner and shares belong to the root (decisions section 2). */
export function requireRoot(plan: PlanRow): PlanRow {
  if (plan.parent_plan_id) {
    throw new ApiError(
      "not_root",
      `${planHandle(plan.number)} is a sub-plan and inherits this from its root. Use the root plan.`,
    );
  }
  return plan;
}

/**
 * Throws 404 if the actor can't read the path's resource or a shown plan any more. A plan counts in its
 * current project, since the replayed request may have moved it.
 */
export async function requireReadable(
  db: Db,
  actor: Actor,
  { projectSlug, planShortId }: { projectSlug?: string; planShortId?: string },
  { planIds = [], specIds = [] }: { planIds?: readonly string[]; specIds?: readonly string[] },
): Promise<void> {
  if (projectSlug && planShortId) await referencedPlan(db, actor, planShortId);
  else if (projectSlug) await readableProject(db, actor, projectSlug);
  const ofSpecs = await plansOfSpecs(db, actor.workspaceId, specIds);
  const disclosed = new Set([...planIds, ...ofSpecs.values()]);
  const readable = await readablePlanIds(db, actor, [...disclosed]);
  if (!disclosed.isSubsetOf(readable)) throw notFound("plan");
}

/** Filters plan ids to readable ones. */
export async function readablePlanIds(db: Db, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await plansReadableBy(db, actor)
    .clearSelect()
    .select("plans.id")
    .where(isOneOf(db, "plans.id", [...new Set(ids)]))
    .execute();
  return new Set(rows.map((row) => row.id));
}
