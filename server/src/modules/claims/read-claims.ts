import { getClaim, listClaims } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { inField, notFound } from "../../errors.ts";
import { type Key, pageOf } from "../paging.ts";
import { referencedPlan } from "../plans/access.ts";
import { readableProject } from "../projects/access.ts";
import { readableClaim } from "./access.ts";
import { presentClaim } from "./present.ts";
import { hasState, readableClaims } from "./store.ts";

/** Lets the first page use the index as the others do. */
const afterAllIds = "~";

/** Lists claims of readable plans, newest first. Not cached, since leases run out without a write. */
export const claimsList = read(listClaims, async (db, actor, { query }) => {
  const { state = "held", mine = false, projectSlug, planShortId } = query;
  const project = projectSlug === undefined ? null : await readableProject(db, actor, projectSlug);
  const plan = planShortId === undefined ? null : await referencedPlan(db, actor, planShortId);
  if (project && plan && plan.project_id !== project.id)
    throw inField("/planShortId", notFound("plan in this project"));
  let claims = readableClaims(db, actor).orderBy("claims.id", "desc");
  if (state !== "all") claims = claims.where(hasState(db, state));
  if (mine) claims = claims.where("claims.user_id", "=", actor.userId);
  if (project) claims = claims.where("plans.project_id", "=", project.id);
  if (plan) claims = claims.where("plans.id", "=", plan.id);
  const list = [listClaims.id, state, mine, project?.id ?? "", plan?.id ?? ""].join(" ");
  const fetch = ([last = afterAllIds]: Key, limit: number) =>
    claims.where("claims.id", "<", String(last)).limit(limit).execute();
  const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.id]);
  return { claims: rows.map(presentClaim), ...next };
});

export const claimGet = read(getClaim, async (db, actor, { params }) => ({
  claim: presentClaim(await readableClaim(db, actor, params.claimId)),
}));
