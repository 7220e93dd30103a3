import type { TakeClaim } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { ofField } from "../../errors.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { keepCounts } from "../dependencies/counts/keep-counts.ts";
import { waitingElsewhere } from "../dependencies/waiting-elsewhere.ts";
import { referencedPlan, requireEdit, requireNoTemplate } from "../plans/access.ts";
import { requireWithin, type Scope } from "../plans/scope.ts";
import { readableProject } from "../projects/access.ts";
import { type Choice, firstPlan, firstPlanOfProject, firstSpec, highestEffort } from "./free-specs.ts";
import { nothingToClaim } from "./nothing-to-claim.ts";

/** Readiness from which a spec is chosen, unless the caller says otherwise. */
const usualReadiness = 4;

/**
 * Returns the id of the first spec that can be started, by the creation of plans and by position. Throws 409
 * `nothing_to_claim` with counts of those that can't. Reads what `keepCounts` stores.
 */
export async function chooseSpec(tx: Tx, actor: Actor, body: TakeClaim): Promise<string> {
  const { minReadiness = usualReadiness, maxEffort = highestEffort } = body;
  const choice = { scope: await editableScope(tx, actor, body), minReadiness, maxEffort };
  await keepCounts(tx, actor.workspaceId);
  const { chosen, passed } = await firstFree(tx, actor, choice);
  if (chosen === null) throw await nothingToClaim(tx, actor, choice, passed);
  return chosen;
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
  requireNoTemplate(requireEdit(plan));
  return { projectId: plan.project_id, planId: plan.id };
}

/** Returns the first free spec, and how many before it wait for something that only some can read. */
export async function firstFree(
  db: Db,
  actor: Actor,
  choice: Choice,
): Promise<{ chosen: string | null; passed: number }> {
  const isWaiting = waitingElsewhere(db, actor);
  let passed = 0;
  for await (const spec of freeSpecs(db, actor, choice)) {
    if (!(await isWaiting([spec])).has(spec.id)) return { chosen: spec.id, passed };
    passed++;
  }
  return { chosen: null, passed };
}

/** Yields specs that wait for nothing that all editors of their plans can read, in order. */
async function* freeSpecs(db: Db, actor: Actor, { scope, minReadiness, maxEffort }: Choice) {
  const { workspaceId } = actor;
  for await (const planId of plansToSearch(db, actor, scope, minReadiness)) {
    let [position, after] = [0, ""];
    for (;;) {
      const search = { workspaceId, planId, minReadiness, maxEffort, position, after };
      const [spec] = await firstSpec(db, search);
      if (!spec) break;
      yield spec;
      [position, after] = [spec.position, spec.id];
    }
  }
}

async function* plansToSearch(db: Db, actor: Actor, { projectId, planId }: Scope, minReadiness: number) {
  const { workspaceId, userId, role } = actor;
  if (role === "VIEWER") return;
  if (planId !== null) {
    yield planId;
    return;
  }
  for (let after = ""; ; ) {
    const search = { workspaceId, userId, minReadiness, after };
    const [plan] = await (projectId === null
      ? firstPlan(db, search)
      : firstPlanOfProject(db, { workspaceId, userId, minReadiness, after, projectId }));
    if (!plan) return;
    yield plan.id;
    after = plan.id;
  }
}
