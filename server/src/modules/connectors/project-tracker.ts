import { getProjectTracker, setProjectTracker } from "@groundplan/contract";
import { read, write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { editableProject, type ProjectRow, readableProject } from "../projects/access.ts";
import { requireConnection } from "./access.ts";
import { type CatalogEntry, entryOf, type Target, targetName } from "./catalog.ts";

export const projectTracker = read(getProjectTracker, async (db, actor, { params }) => {
  const project = await readableProject(db, actor, params.projectSlug);
  const aim = projectTarget(project);
  return { tracker: { provider: aim?.entry.provider ?? null, target: aim?.target ?? null } };
});

/** The tracker must be connected; what it holds shows when a plan is pushed. */
export const projectTrackerSet = write(setProjectTracker, async (tx, actor, { params, body }) => {
  const entry = entryOf(body.provider);
  targetName(entry, body.target);
  const project = await editableProject(tx, actor, params.projectSlug);
  await requireConnection(tx, actor.workspaceId, entry);
  await tx
    .updateTable("projects")
    .set({ tracker_provider: body.provider, tracker_target: JSON.stringify(body.target), updated_at: now() })
    .where("workspace_id", "=", project.workspace_id)
    .where("id", "=", project.id)
    .execute();
  await appendEvents(tx, actor, [
    {
      type: "project.tracker_set",
      subjectId: project.id,
      projectId: project.id,
      data: { provider: body.provider, target: body.target },
    },
  ]);
  return { tracker: { provider: body.provider, target: body.target } };
});

/** Where a project's plans are pushed to; null while nobody has said. */
export function projectTarget(
  project: Pick<ProjectRow, "tracker_provider" | "tracker_target">,
): { entry: CatalogEntry; target: Target; name: string } | null {
  if (!project.tracker_provider || !project.tracker_target) return null;
  const entry = entryOf(project.tracker_provider);
  const target = JSON.parse(project.tracker_target) as Target;
  return { entry, target, name: targetName(entry, target) };
}
