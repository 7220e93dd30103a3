import type { Actor } from "../../../actor.ts";
import { moveThreadsOfPlans } from "../../../anchors/threads.ts";
import { moveDocuments } from "../../../full-text/index-document.ts";
import { now } from "../../../ids.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import { setPositions } from "../../../storage/set-positions.ts";
import type { PlanRow } from "../access.ts";
import { requireFreeRef } from "../external-refs.ts";
import { lastPosition } from "../store.ts";

/** Throws 409 if the project already has one of the plans' `externalRef`s. */
export async function requireFreeRefsIn(
  tx: Tx,
  actor: Actor,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  const taken = await tx
    .selectFrom("plans as own")
    .innerJoin("plans as holder", (join) =>
      join
        .onRef("holder.workspace_id", "=", "own.workspace_id")
        .onRef("holder.external_ref", "=", "own.external_ref")
        .on("holder.project_id", "=", projectId),
    )
    .select("own.external_ref")
    .where("own.workspace_id", "=", actor.workspaceId)
    .where(isOneOf(tx, "own.id", ids))
    .orderBy("own.id")
    .limit(1)
    .executeTakeFirst();
  await requireFreeRef(tx, actor, projectId, taken?.external_ref, "/projectSlug");
}

/**
 * Moves plans to the end of another project with everything marked with a project, which the old one's purge
 * would delete.
 */
export async function takeToProject(
  tx: Tx,
  { workspace_id }: Pick<PlanRow, "workspace_id">,
  ids: readonly string[],
  projectId: string,
): Promise<void> {
  const last = await lastPosition(tx, workspace_id, projectId);
  const inOrder = await tx
    .selectFrom("plans")
    .select("id")
    .where("workspace_id", "=", workspace_id)
    .where(isOneOf(tx, "id", ids))
    .orderBy("position")
    .execute();
  await tx
    .updateTable("plans")
    .set({ project_id: projectId, updated_at: now() })
    .where("workspace_id", "=", workspace_id)
    .where(isOneOf(tx, "id", ids))
    .execute();
  const positions = inOrder.map(({ id }, index) => ({ id, position: last + 1 + index }));
  await setPositions(tx, "plans", workspace_id, positions);
  for (const table of ["context_sources", "imported_sources"] as const)
    await tx
      .updateTable(table)
      .set({ project_id: projectId })
      .where("workspace_id", "=", workspace_id)
      .where(isOneOf(tx, "plan_id", ids))
      .execute();
  await moveThreadsOfPlans(tx, workspace_id, ids, projectId);
  await moveDocuments(tx, workspace_id, ids, projectId);
}

/** Returns the first 100 sources of a project itself. */
export const sourcesOfProject = (tx: Tx, { workspace_id, project_id }: PlanRow) =>
  tx
    .selectFrom("context_sources")
    .select(["id", "title"])
    .where("workspace_id", "=", workspace_id)
    .where("place_id", "=", project_id)
    .orderBy("id")
    .limit(100)
    .execute();
