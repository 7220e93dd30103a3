import type { TakeClaim } from "@groundplan/contract";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { ApiError, inField, notFound, ofField } from "../../errors.ts";
import type { Tx } from "../../storage/dialect.ts";
import { isOpenSpec } from "../dependencies/is-open-spec.ts";
import { blockedSpecs } from "../dependencies/next-rows.ts";
import { findOpenCycles } from "../dependencies/open-cycles.ts";
import { plansReadableBy, referencedPlan, requireEdit } from "../plans/access.ts";
import { readableProject } from "../projects/access.ts";
import { danglingOf, readinessOf } from "../specs/effective-readiness.ts";
import { needsOf } from "../specs/needs.ts";
import { liveClaims } from "./live-claims.ts";

/** Readiness from which a spec is chosen, unless the caller says otherwise. */
const usualReadiness = 4;
/** Specs looked at together. */
const atOnce = 200;
/** Specs counted at most, for each reason why nothing was chosen. */
const mostCounted = 1000;

/** Why specs that are there aren't chosen; each spec counts under the first reason that holds. */
interface Left {
  waiting: number;
  held: number;
  belowReady: number;
  questions: number;
  notReadyPlans: number;
  /** When the next lease ends. */
  nextFreeAt: string | null;
}

interface Scope {
  projectId: string | null;
  planId: string | null;
}

/**
 * Returns the id of the first spec that can be started, by the creation of plans and by position. Throws 409
 * `nothing_to_claim` with counts of those that can't.
 */
export async function chooseSpec(tx: Tx, actor: Actor, body: TakeClaim): Promise<string> {
  const scope = await scopeOf(tx, actor, body);
  const left: Left = {
    waiting: 0,
    held: 0,
    belowReady: 0,
    questions: 0,
    notReadyPlans: 0,
    nextFreeAt: null,
  };
  const cycles = await findOpenCycles(tx, actor);
  const inCycles = new Set(cycles.flatMap(({ specs }) => specs.map(({ id }) => id)));
  for (let after: Candidate | null = null; ; ) {
    const found: Candidate[] = await candidatesAfter(tx, actor, scope, body.maxEffort ?? 5, after);
    const chosen = await firstFree(tx, actor, found, { body, inCycles, left });
    if (chosen !== null) return chosen;
    after = found.at(-1) ?? null;
    if (found.length < atOnce || isCounted(left)) break;
  }
  throw new ApiError("nothing_to_claim", sentenceOf(left), left);
}

const isCounted = (left: Left) =>
  [left.waiting, left.held, left.belowReady, left.questions, left.notReadyPlans].every(
    (count) => count >= mostCounted,
  );

function sentenceOf({ held, waiting, questions, belowReady, notReadyPlans }: Left): string {
  const why = [
    ...(held > 0 ? [`${held} claimed by others`] : []),
    ...(waiting > 0 ? [`${waiting} waiting for other specs`] : []),
    ...(questions > 0 ? [`${questions} with an open question`] : []),
    ...(notReadyPlans > 0 ? [`${notReadyPlans} in plans whose status is still PLANNING`] : []),
    ...(belowReady > 0
      ? [`${belowReady} below the readiness asked for (\`minReadiness\`, 4 by default)`]
      : []),
  ];
  const help = notReadyPlans > 0 ? " Set a plan to READY once its specs can be built." : "";
  return `There is no spec to claim${why.length > 0 ? `: ${why.join(", ")}` : ""}.${help}`;
}

/** Returns the scope that the body names: 404 for unreadable ones, 403 for a plan that can't be edited. */
async function scopeOf(tx: Tx, actor: Actor, { projectSlug, planShortId }: TakeClaim): Promise<Scope> {
  const project =
    projectSlug === undefined
      ? null
      : await ofField("/projectSlug", () => readableProject(tx, actor, projectSlug));
  if (planShortId === undefined) return { projectId: project?.id ?? null, planId: null };
  const plan = await ofField("/planShortId", () => referencedPlan(tx, actor, planShortId));
  if (project && plan.project_id !== project.id)
    throw inField("/planShortId", notFound("plan in this project"));
  requireEdit(plan);
  return { projectId: null, planId: plan.id };
}

type Candidate = Awaited<ReturnType<typeof candidatesAfter>>[number];

/** Returns open specs of the scope's plans that the actor can edit, after one of them. */
function candidatesAfter(
  tx: Tx,
  actor: Actor,
  { projectId, planId }: Scope,
  maxEffort: number,
  after: { plan_id: string; position: number; id: string } | null,
) {
  const mayEdit =
    actor.role === "VIEWER"
      ? sql<SqlBool>`1 = 0`
      : sql<SqlBool>`(root.visibility = 'TEAM' or root.owner_user_id = ${actor.userId} or share.capability = 'EDIT')`;
  let query = plansReadableBy(tx, actor)
    .clearSelect()
    .innerJoin("specs", (join) =>
      join.onRef("specs.workspace_id", "=", "plans.workspace_id").onRef("specs.plan_id", "=", "plans.id"),
    )
    .select(["specs.id", "specs.plan_id", "specs.number", "specs.position", "specs.status", "specs.effort"])
    .select(["specs.readiness_set", "specs.readiness_computed", "specs.open_questions"])
    .select(["plans.status as plan_status", "plans.has_open_questions"])
    .where("plans.archived_at", "is", null)
    .where(isOpenSpec)
    .where(mayEdit)
    .where((where) => where.or([where("specs.effort", "is", null), where("specs.effort", "<=", maxEffort)]));
  if (projectId !== null) query = query.where("plans.project_id", "=", projectId);
  if (planId !== null) query = query.where("plans.id", "=", planId);
  if (after !== null)
    query = query.where((where) =>
      where.or([
        where("plans.id", ">", after.plan_id),
        where.and([where("plans.id", "=", after.plan_id), where("specs.position", ">", after.position)]),
        where.and([
          where("plans.id", "=", after.plan_id),
          where("specs.position", "=", after.position),
          where("specs.id", ">", after.id),
        ]),
      ]),
    );
  return query.orderBy("plans.id").orderBy("specs.position").orderBy("specs.id").limit(atOnce).execute();
}

const isReadyPlan = ({ plan_status }: Candidate) =>
  plan_status === "READY" || plan_status === "PUSHED" || plan_status === "BUILDING";

/** Returns the first candidate that is free, and counts those before it that aren't. */
async function firstFree(
  tx: Tx,
  actor: Actor,
  candidates: readonly Candidate[],
  { body, inCycles, left }: { body: TakeClaim; inCycles: ReadonlySet<string>; left: Left },
): Promise<string | null> {
  const ids = candidates.map(({ id }) => id);
  const live = new Map((await liveClaims(tx, actor.workspaceId, ids)).map((claim) => [claim.spec_id, claim]));
  const blocked = await blockedSpecs(tx, actor, candidates);
  const needs = await needsOf(tx, actor.workspaceId, candidates);
  const { minReadiness = usualReadiness } = body;
  const count = (reason: Exclude<keyof Left, "nextFreeAt">) => {
    left[reason] = Math.min(mostCounted, left[reason] + 1);
  };
  for (const spec of candidates) {
    const claim = live.get(spec.id);
    if (claim) {
      count("held");
      if (left.nextFreeAt === null || claim.until < left.nextFreeAt) left.nextFreeAt = claim.until;
    } else if (spec.status === "IN_PROGRESS") continue;
    else if (blocked.has(spec.id) || inCycles.has(spec.id)) count("waiting");
    else if (spec.open_questions > 0) count("questions");
    else if (!isReadyPlan(spec)) count("notReadyPlans");
    else if (readinessOf(spec, danglingOf(needs(spec)), spec.has_open_questions === 1) < minReadiness)
      count("belowReady");
    else return spec.id;
  }
  return null;
}
