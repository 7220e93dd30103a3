import type { TakeClaim } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { ApiError, ofField } from "../../errors.ts";
import type { Tx } from "../../storage/dialect.ts";
import { blockedSpecs, type Candidate, openSpecsAfter } from "../dependencies/next-rows.ts";
import { findOpenCycles } from "../dependencies/open-cycles.ts";
import type { Key } from "../paging.ts";
import { referencedPlan, requireEdit } from "../plans/access.ts";
import { requireWithin, type Scope } from "../plans/scope.ts";
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

/**
 * Returns the id of the first spec that can be started, by the creation of plans and by position. Throws 409
 * `nothing_to_claim` with counts of those that can't.
 */
export async function chooseSpec(tx: Tx, actor: Actor, body: TakeClaim): Promise<string> {
  const scope = await editableScope(tx, actor, body);
  const filter = { scope, maxEffort: body.maxEffort, editable: true as const };
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
  for (let after: Key | null = null; ; ) {
    const found = await openSpecsAfter(tx, actor, filter, after, atOnce);
    const chosen = await firstFree(tx, actor, found, { body, inCycles, left });
    if (chosen !== null) return chosen;
    const last = found.at(-1);
    if (!last || found.length < atOnce || isCounted(left)) break;
    after = [last.plan_id, last.position, last.id];
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
async function editableScope(tx: Tx, actor: Actor, { projectSlug, planShortId }: TakeClaim): Promise<Scope> {
  const project =
    projectSlug === undefined
      ? null
      : await ofField("/projectSlug", () => readableProject(tx, actor, projectSlug));
  if (planShortId === undefined) return { projectId: project?.id ?? null, planId: null };
  const plan = await ofField("/planShortId", () => referencedPlan(tx, actor, planShortId));
  if (project) requireWithin(project, plan);
  requireEdit(plan);
  return { projectId: plan.project_id, planId: plan.id };
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
