import type { Actor } from "../../actor.ts";
import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import type { Db } from "../../storage/dialect.ts";
import type { PlanRow } from "../plans/access.ts";
import type { Target } from "./find-plans.ts";
import type { ContextOfSource, How } from "./source.ts";
import { importSources } from "./sources/import-sources.ts";
import { type ImportScope, knownSources } from "./sources/known.ts";
import type { ToldSource } from "./sources/present.ts";

/** Imports context sources of plans (existing by now) and of the project, skipping archived plans. */
export async function importContext(
  db: Db,
  actor: Actor,
  targets: readonly Target[],
  ofProject: readonly ContextOfSource[] | undefined,
  how: How,
): Promise<{ ofPlans: ToldSource[][]; ofProject: ToldSource[] }> {
  const { workspaceId } = actor;
  const named = targets.map(({ source, plan, isArchived }) => ({
    place: plan && placeOfPlan(plan),
    sources: isArchived ? undefined : source.sources,
  }));
  const { projectId } = how;
  const project: ImportScope = { workspaceId, scope: "PROJECT", id: projectId, projectId, plan: null };
  const all = [...named, { place: project, sources: ofProject }];
  const placeIds = all.flatMap(({ place, sources }) => (place && sources ? [place.id] : []));
  const known = await knownSources(db, workspaceId, placeIds);
  const told: ToldSource[][] = [];
  const turn = takeTurns();
  for (const { place, sources } of all) {
    const to = { place, known: known(place?.id ?? null) };
    told.push(await importSources({ db, actor, to, how }, sources, turn));
  }
  return { ofPlans: told.slice(0, -1), ofProject: told.at(-1) ?? [] };
}

const placeOfPlan = (plan: PlanRow): ImportScope => ({
  workspaceId: plan.workspace_id,
  scope: "PLAN",
  id: plan.id,
  projectId: plan.project_id,
  plan,
});
