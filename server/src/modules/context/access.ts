import type { Actor } from "../../actor.ts";
import { ApiError, foundAs, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { type PlanRow, referencedPlan } from "../plans/access.ts";
import { projectOfId } from "../projects/access.ts";
import {
  readableScope,
  requireOpenScope,
  requireRight,
  type ScopePath,
  type SourceScope,
  scopeOfPlan,
} from "./source-scope.ts";
import { findSource, findSources, type SourceRow, sourceOfId } from "./store.ts";

export { type SourceRow, sourceOfId, sourcesOfIds, sourcesOfScopes } from "./store.ts";

export type SourcePath = ScopePath & { sourceId: string };

/** Returns a source of the path's scope or an inherited one. */
export async function readableSource(
  db: Db,
  actor: Actor,
  { sourceId, ...path }: SourcePath,
): Promise<{ scope: SourceScope; source: SourceRow }> {
  const scope = await readableScope(db, actor, path);
  const source = await findSource(db, scope, sourceId);
  if (!source) throw notFound("context source");
  return { scope, source };
}

/** Returns a source whose own scope the actor can read. */
export async function readableSourceOfId(db: Db, actor: Actor, id: string): Promise<SourceRow> {
  const source = await sourceOfId(db, actor.workspaceId, id);
  if (!source) throw notFound("context source");
  await foundAs("context source", async () => {
    if (source.plan_id !== null) await referencedPlan(db, actor, source.plan_id);
    else if (source.project_id !== null) await projectOfId(db, actor, source.project_id);
  });
  return source;
}

/** Returns a plan's own and inherited sources among ids. */
export async function sourcesOfPlanById(
  db: Db,
  plan: PlanRow,
  ids: readonly string[],
): Promise<Map<string, SourceRow>> {
  if (ids.length === 0) return new Map();
  const rows = await findSources(db, await scopeOfPlan(db, plan), ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the scope for a new source: 404, then 403, then 409 for an archived plan. */
export async function editableScope(db: Db, actor: Actor, path: ScopePath): Promise<SourceScope> {
  const scope = await readableScope(db, actor, path);
  requireRight(actor, scope);
  requireOpenScope(scope);
  return scope;
}

/** Returns a source for a change; inherited ones are 409 `inherited_source`. */
export async function editableSource(
  db: Db,
  actor: Actor,
  path: SourcePath,
): Promise<{ scope: SourceScope; source: SourceRow }> {
  const found = await readableSource(db, actor, path);
  requireRight(actor, found.scope);
  requireOpenScope(found.scope);
  if (found.source.place_id !== found.scope.id)
    throw new ApiError(
      "inherited_source",
      `The source belongs to ${belongsTo[found.source.scope]}. Change it there.`,
    );
  return found;
}

const belongsTo = { TEAM: "the workspace", PROJECT: "the project", PLAN: "a plan above this one" } as const;
