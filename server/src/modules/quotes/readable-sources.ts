import type { Actor } from "../../actor.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { readablePlanIds } from "../plans/access.ts";

/** Returns the titles of sources that the actor can read, by id: all but those of unreadable plans. */
export async function readableSources(
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("context_sources")
    .leftJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "context_sources.workspace_id")
        .onRef("projects.id", "=", "context_sources.project_id"),
    )
    .select(["context_sources.id", "title", "scope", "plan_id", "projects.archived_at"])
    .where("context_sources.workspace_id", "=", actor.workspaceId)
    .where(isOneOf(db, "context_sources.id", [...new Set(ids)]))
    .execute();
  const plans = await readablePlanIds(
    db,
    actor,
    rows.flatMap(({ plan_id }) => plan_id ?? []),
  );
  return new Map(
    rows.flatMap(({ id, title, plan_id, archived_at }) =>
      archived_at === null && (plan_id === null || plans.has(plan_id)) ? [[id, title] as const] : [],
    ),
  );
}
