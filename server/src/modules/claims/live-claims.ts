import { hash } from "node:crypto";
import type { SpecClaim } from "@groundplan/contract";
import { sql } from "kysely";
import { personOf } from "../../events/person.ts";
import { type Db, isOneOfList } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import { isLive } from "./lease.ts";

/** A claim that is held and whose lease hasn't run out. */
export interface LiveClaim {
  id: string;
  spec_id: string;
  user_id: string;
  credential_id: string;
  agent: string | null;
  until: string;
  holder_name: string | null;
}

export const presentLive = ({ id, agent, user_id, holder_name, until }: LiveClaim): SpecClaim => ({
  id,
  agent,
  holder: personOf(user_id, holder_name),
  until,
});

/** Returns the live claims of specs. */
export const liveClaims = (db: Db, workspaceId: string, specIds: readonly string[]): Promise<LiveClaim[]> =>
  specIds.length === 0 ? Promise.resolve([]) : liveOfSpecs(db, { workspaceId, ids: JSON.stringify(specIds) });

const liveOfSpecs = statement((db, param: Param<{ workspaceId: string; ids: string }>) =>
  db
    .selectFrom("claims")
    .leftJoin("users as holder", "holder.id", "claims.user_id")
    .select(["claims.id", "claims.spec_id", "claims.user_id", "claims.agent", "claims.until"])
    .select(["claims.credential_id", "holder.name as holder_name"])
    .where("claims.workspace_id", "=", param("workspaceId"))
    .where(isOneOfList(db, "claims.spec_id", param("ids")))
    .where(isLive(db)),
);

/** Returns the live claim of a credential on a spec, if any. */
export const liveClaimsWithCredential = statement(
  (db, param: Param<{ workspaceId: string; specId: string; credentialId: string }>) =>
    db
      .selectFrom("claims")
      .select("claims.id")
      .where("claims.workspace_id", "=", param("workspaceId"))
      .where("claims.spec_id", "=", param("specId"))
      .where("claims.credential_id", "=", param("credentialId"))
      .where(isLive(db)),
);

/** Returns a text that changes with the leases of a plan's live claims; empty without any. */
export async function leasesOf(db: Db, plan: { workspace_id: string; id: string }): Promise<string> {
  const [leases] = await leasesOfPlan(db, { workspaceId: plan.workspace_id, planId: plan.id });
  return leases?.ends ? `-${hash("sha256", leases.ends, "base64url").slice(0, 16)}` : "";
}

const leasesOfPlan = statement((db, param: Param<{ workspaceId: string; planId: string }>) =>
  db
    .selectFrom("claims")
    .select(sql<string | null>`string_agg(claims.until, ' ' order by claims.id)`.as("ends"))
    .where("claims.workspace_id", "=", param("workspaceId"))
    .where("claims.plan_id", "=", param("planId"))
    .where(isLive(db)),
);
