import type { ClaimState } from "@groundplan/contract";
import { type Selectable, type SqlBool, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { credentialNames } from "../../events/credential.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";
import { plansReadableBy } from "../plans/access.ts";
import { hasRunOut, isHeld, isLive, shownState } from "./lease.ts";

export type ClaimRow = Selectable<Tables["claims"]>;

/** Selects claims of specs in readable plans, with the names that the API shows. */
export function readableClaims(db: Db, actor: Pick<Actor, "workspaceId" | "userId">) {
  return plansReadableBy(db, actor)
    .clearSelect()
    .innerJoin("claims", (join) =>
      join.onRef("claims.workspace_id", "=", "plans.workspace_id").onRef("claims.plan_id", "=", "plans.id"),
    )
    .innerJoin("specs", (join) =>
      join.onRef("specs.workspace_id", "=", "claims.workspace_id").onRef("specs.id", "=", "claims.spec_id"),
    )
    .leftJoin("users as holder", "holder.id", "claims.user_id")
    .selectAll("claims")
    .select(shownState(db).as("shown_state"))
    .select(["projects.slug as project_slug", "plans.number as plan_number", "specs.number as spec_number"])
    .select("holder.name as holder_name")
    .select(credentialNames("claims"));
}

export type NamedClaim = Awaited<ReturnType<ReturnType<typeof readableClaims>["execute"]>>[number];

/** Filters claims by the state that readers see. */
export function hasState(db: Db, state: ClaimState) {
  if (state === "held") return isLive(db);
  const recorded = sql<SqlBool>`claims.state = ${state}`;
  return state === "expired" ? sql<SqlBool>`(${recorded} or (${isHeld} and ${hasRunOut(db)}))` : recorded;
}

/** Returns a live claim with its fence, if it is the user's. */
export const liveClaimOfUser = statement(
  (db, param: Param<{ workspaceId: string; userId: string; id: string; fence: number }>) =>
    db
      .selectFrom("claims")
      .select(["claims.id"])
      .where("claims.workspace_id", "=", param("workspaceId"))
      .where("claims.id", "=", param("id"))
      .where("claims.fence", "=", param("fence"))
      .where("claims.user_id", "=", param("userId"))
      .where(isLive(db)),
);

/** Returns held claims whose lease ran out, earliest first. */
export function dueClaims(tx: Tx, workspaceId: string, limit: number): Promise<ClaimRow[]> {
  return tx
    .selectFrom("claims")
    .selectAll()
    .where("claims.workspace_id", "=", workspaceId)
    .where(isHeld)
    .where(hasRunOut(tx))
    .orderBy("claims.until")
    .limit(limit)
    .execute();
}

/** Returns the claim that is held on a spec, though its lease may have run out; at most one. */
export const heldClaimsOf = (tx: Tx, spec: { workspace_id: string; id: string }): Promise<ClaimRow[]> =>
  tx
    .selectFrom("claims")
    .selectAll()
    .where("claims.workspace_id", "=", spec.workspace_id)
    .where("claims.spec_id", "=", spec.id)
    .where(isHeld)
    .execute();

/** Returns the earliest end of a held lease; null if none is held. */
export async function nextEnd(tx: Tx, workspaceId: string): Promise<string | null> {
  const next = await tx
    .selectFrom("claims")
    .select("claims.until")
    .where("claims.workspace_id", "=", workspaceId)
    .where(isHeld)
    .orderBy("claims.until")
    .limit(1)
    .executeTakeFirst();
  return next?.until ?? null;
}

/** Counts the held claims of a credential and of its workspace. */
export async function countHeld(tx: Tx, { workspaceId, credentialId }: Actor) {
  const held = tx
    .selectFrom("claims")
    .select((count) => count.fn.countAll<number>().as("count"))
    .where("claims.workspace_id", "=", workspaceId)
    .where(isHeld);
  const all = await held.executeTakeFirstOrThrow();
  const own = await held.where("claims.credential_id", "=", credentialId).executeTakeFirstOrThrow();
  return { ofWorkspace: Number(all.count), ofCredential: Number(own.count) };
}

/** Returns the fence of a spec's next claim. */
export async function nextFence(tx: Tx, spec: { workspace_id: string; id: string }): Promise<number> {
  const last = await tx
    .selectFrom("claims")
    .select("fence")
    .where("workspace_id", "=", spec.workspace_id)
    .where("spec_id", "=", spec.id)
    .orderBy("fence", "desc")
    .limit(1)
    .executeTakeFirst();
  return (last?.fence ?? 0) + 1;
}

export const insertClaim = (tx: Tx, row: Tables["claims"]) => tx.insertInto("claims").values(row).execute();

export const updateClaim = (
  tx: Tx,
  { workspace_id, id }: Pick<ClaimRow, "workspace_id" | "id">,
  changes: Partial<Pick<ClaimRow, "state" | "note" | "minutes" | "until" | "ended_at">>,
) =>
  tx
    .updateTable("claims")
    .set(changes)
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", id)
    .execute();

/** The project, root and parent of a plan with the plan itself, as `claims.plan_place` keeps them. */
export const placeOf = (plan: {
  id: string;
  project_id: string;
  root_plan_id: string;
  parent_plan_id: string | null;
}): string => [plan.id, plan.project_id, plan.root_plan_id, plan.parent_plan_id ?? ""].join(" ");

const currentPlace = sql<string>`(plans.id || ' ' || plans.project_id || ' ' || plans.root_plan_id || ' '
  || coalesce(plans.parent_plan_id, ''))`;

/**
 * Returns held claims that nothing supports any more: the spec was deleted, moved or got another status, its plan
 * was moved, archived or made a template, or the holder lost the right to edit or the credential.
 */
export function unsupportedClaims(tx: Tx, workspaceId: string): Promise<ClaimRow[]> {
  const isSupported = sql`specs.plan_id = claims.plan_id and specs.status = 'IN_PROGRESS'
    and plans.archived_at is null and root.template = 0 and projects.archived_at is null and claims.plan_place = ${currentPlace}
    and memberships.role <> 'VIEWER'
    and (root.visibility = 'TEAM' or root.owner_user_id = claims.user_id or shares.capability = 'EDIT')
    and (
      exists (select 1 from api_keys where api_keys.workspace_id = claims.workspace_id
        and api_keys.id = claims.credential_id and api_keys.revoked_at is null)
      or exists (select 1 from oauth_connections where oauth_connections.workspace_id = claims.workspace_id
        and oauth_connections.id = claims.credential_id and oauth_connections.revoked_at is null)
      or exists (select 1 from sessions where sessions.id = claims.credential_id))`;
  return tx
    .selectFrom("claims")
    .innerJoin("plans", (join) =>
      join.onRef("plans.workspace_id", "=", "claims.workspace_id").onRef("plans.id", "=", "claims.plan_id"),
    )
    .innerJoin("plans as root", (join) =>
      join.onRef("root.workspace_id", "=", "plans.workspace_id").onRef("root.id", "=", "plans.root_plan_id"),
    )
    .innerJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "plans.workspace_id")
        .onRef("projects.id", "=", "plans.project_id"),
    )
    .leftJoin("specs", (join) =>
      join.onRef("specs.workspace_id", "=", "claims.workspace_id").onRef("specs.id", "=", "claims.spec_id"),
    )
    .leftJoin("memberships", (join) =>
      join
        .onRef("memberships.workspace_id", "=", "claims.workspace_id")
        .onRef("memberships.user_id", "=", "claims.user_id"),
    )
    .leftJoin("shares", (join) =>
      join
        .onRef("shares.workspace_id", "=", "root.workspace_id")
        .onRef("shares.plan_id", "=", "root.id")
        .onRef("shares.user_id", "=", "claims.user_id"),
    )
    .selectAll("claims")
    .where("claims.workspace_id", "=", workspaceId)
    .where(isHeld)
    .where(sql<SqlBool>`case when ${isSupported} then 1 else 0 end = 0`)
    .execute();
}

/** Tests whether any claim of a workspace is held. */
export async function hasHeldClaims(tx: Tx, workspaceId: string): Promise<boolean> {
  return (await aHeldClaim(tx, { workspaceId })).length > 0;
}

const aHeldClaim = statement((db, param: Param<{ workspaceId: string }>) =>
  db
    .selectFrom("claims")
    .select("claims.id")
    .where("claims.workspace_id", "=", param("workspaceId"))
    .where(isHeld)
    .limit(1),
);
