import { getClaim, listClaims } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { type Key, pageOf } from "../paging.ts";
import { scopeOf } from "../plans/scope.ts";
import { readableClaim } from "./access.ts";
import { presentClaim } from "./present.ts";
import { hasState, readableClaims } from "./store.ts";

/** Lets the first page use the index as the others do. */
const afterAllIds = "~";

/** Lists claims of readable plans, newest first. Not cached, since leases run out without a write. */
export const claimsList = read(listClaims, async (db, actor, { query }) => {
  const { state = "held", mine = false, own = false } = query;
  const { projectId, planId } = await scopeOf(db, actor, query);
  let claims = readableClaims(db, actor).orderBy("claims.id", "desc");
  if (state !== "all") claims = claims.where(hasState(db, state));
  if (mine) claims = claims.where("claims.user_id", "=", actor.userId);
  if (own) claims = claims.where("claims.credential_id", "=", actor.credentialId);
  if (projectId) claims = claims.where("plans.project_id", "=", projectId);
  if (planId) claims = claims.where("plans.id", "=", planId);
  const list = [listClaims.id, state, mine, own, projectId ?? "", planId ?? ""].join(" ");
  const fetch = ([last = afterAllIds]: Key, limit: number) =>
    claims.where("claims.id", "<", String(last)).limit(limit).execute();
  const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.id]);
  return { claims: rows.map(presentClaim), ...next };
});

export const claimGet = read(getClaim, async (db, actor, { params }) => ({
  claim: presentClaim(await readableClaim(db, actor, params.claimId)),
}));
