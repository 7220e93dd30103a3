import type { Actor } from "../../actor.ts";
import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import type { Db } from "../../storage/dialect.ts";
import type { PlanRow } from "../plans/access.ts";
import { importSources } from "./context-sources/import-sources.ts";
import { type ImportScope, knownSources } from "./context-sources/known.ts";
import type { SourceReport } from "./context-sources/present.ts";
import type { Target } from "./find-plans.ts";
import type { ContextOfSource, How } from "./source.ts";

/** Imports context sources of plans (existing by now) and of the project, skipping archived plans. */
export async function importContext(
  db: Db,
  actor: Actor,
  targets: readonly Target[],
  ofProject: readonly ContextOfSource[] | undefined,
  how: How,
): Promise<{ ofPlans: SourceReport[][]; ofProject: SourceReport[] }> {
  const { workspaceId } = actor;
  const named = targets.map(({ source, plan, isArchived }) => ({
    scope: plan && scopeOfPlan(plan),
    sources: isArchived ? undefined : source.sources,
  }));
  const { projectId } = how;
  const project: ImportScope = { workspaceId, scope: "PROJECT", id: projectId, projectId, plan: null };
  const all = [...named, { scope: project, sources: ofProject }];
  const scopeIds = all.flatMap(({ scope, sources }) => (scope && sources ? [scope.id] : []));
  const known = await knownSources(db, workspaceId, scopeIds);
  const reports: SourceReport[][] = [];
  const turn = takeTurns();
  for (const { scope, sources } of all) {
    const to = { scope, known: known(scope?.id ?? null) };
    reports.push(await importSources({ db, actor, to, how }, sources, turn));
  }
  return { ofPlans: reports.slice(0, -1), ofProject: reports.at(-1) ?? [] };
}

const scopeOfPlan = (plan: PlanRow): ImportScope => ({
  workspaceId: plan.workspace_id,
  scope: "PLAN",
  id: plan.id,
  projectId: plan.project_id,
  plan,
});
